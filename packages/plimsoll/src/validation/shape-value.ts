interface SimpleValues {
  readonly text: string;
  readonly time: string;
  readonly number: number;
  readonly count: number;
  readonly flag: boolean;
  readonly record: Readonly<Record<string, unknown>>;
  readonly list: readonly unknown[];
  readonly null: null;
}

/** The type of the values that a shape allows. */
export type ShapeValue<S> = S extends keyof SimpleValues
  ? SimpleValues[S]
  : S extends readonly string[]
    ? S[number]
    : S extends { readonly kind: "text" }
      ? string
      : S extends { readonly kind: "number" }
        ? number
        : S extends { readonly kind: "list"; readonly of: infer Of }
          ? readonly ShapeValue<Of>[]
          : S extends { readonly kind: "map"; readonly of: infer Of }
            ? Readonly<Record<string, ShapeValue<Of>>>
            : S extends { readonly kind: "object"; readonly fields: infer F }
              ? FieldValues<F>
              : S extends { readonly kind: "either"; readonly of: readonly (infer Of)[] }
                ? ShapeValue<Of>
                : unknown;

/** The type of an object with these fields. */
export type FieldValues<F> = {
  readonly [Name in keyof F as Name extends `${string}?` ? never : Name]: ShapeValue<F[Name]>;
} & {
  readonly [Name in keyof F as Name extends `${infer Plain}?` ? Plain : never]?: ShapeValue<F[Name]>;
};
