import type { SettingField } from "./setting-field.js";
import { SETTING_FIELDS } from "./setting-fields.js";
import { fileName } from "./setting-name.js";

/** Every setting with a fixed path in the file, `models` apart. */
export const SETTING_PATHS: ReadonlyMap<string, SettingField> = new Map([
  ...Object.entries<SettingField>(SETTING_FIELDS.root).map(([name, field]): [string, SettingField] => [
    fileName(name),
    field,
  ]),
  ...Object.entries(SETTING_FIELDS.sections).flatMap(([section, fields]) =>
    Object.entries<SettingField>(fields).map(([name, field]): [string, SettingField] => [
      `${fileName(section)}.${fileName(name)}`,
      field,
    ]),
  ),
]);
