import type { SettingField } from "./setting-field.js";
import { type FieldTable, ROOT_FIELDS, SECTION_FIELDS } from "./setting-fields.js";
import { fileName } from "./setting-names.js";

/** Every setting with a fixed path in the file, `models` apart. */
export const SETTING_PATHS: ReadonlyMap<string, SettingField> = new Map([
  ...Object.entries(ROOT_FIELDS).map(([name, field]): [string, SettingField] => [fileName(name), field]),
  ...Object.entries(SECTION_FIELDS).flatMap(([section, fields]) =>
    Object.entries(fields as FieldTable).map(([name, field]): [string, SettingField] => [
      `${fileName(section)}.${fileName(name)}`,
      field,
    ]),
  ),
]);
