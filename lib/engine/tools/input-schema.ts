import { jsonSchema, zodSchema, type JSONSchema7, type Schema } from "ai";
import { z } from "zod";

const known = new WeakMap<z.ZodType, Schema<unknown>>();

/**
 * The input's JSON Schema, made once in a process: the SDK would convert a zod schema on every step. It does
 * not validate; the runner does, so that a wrong input is answered like every other failure.
 */
export function getInputSchema(schema: z.ZodType): Schema<unknown> {
  const made = known.get(schema) ?? jsonSchema<unknown>(zodSchema(schema).jsonSchema);
  known.set(schema, made);
  return made;
}

/** Checks inputs; models are still given the JSON Schema as it was. Throws for what zod cannot read. */
export function toCheckedSchema(schema: JSONSchema7): z.ZodType {
  const own = structuredClone(schema);
  const checked = z.fromJSONSchema(own as Parameters<typeof z.fromJSONSchema>[0]);
  known.set(checked, jsonSchema<unknown>(own));
  return checked;
}

/**
 * For a stranger's schema: models are given it as it is, and whose it is checks the input. We run none of its
 * patterns.
 */
export function toLooseSchema(schema: JSONSchema7): z.ZodType {
  const loose = z.looseObject({});
  known.set(loose, jsonSchema<unknown>(structuredClone(schema)));
  return loose;
}
