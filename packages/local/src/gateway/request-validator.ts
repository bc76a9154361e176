import { z } from 'zod';
import type { ApiSpec } from '../template/deployment';

const Validators = z
  .record(
    z.string(),
    z.object({ validateRequestParameters: z.boolean(), validateRequestBody: z.literal(false) }),
  )
  .default({});
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['header', 'path']),
  required: z.boolean().default(false),
});
const Operation = z.object({
  'x-amazon-apigateway-request-validator': z.string().optional(),
  parameters: z.array(Parameter).default([]),
});

/**
 * Returns the headers that the method's request validator requires, in lower case. The supported validators check
 * parameters but not bodies.
 */
export function requiredHeadersOf(body: ApiSpec['body'], operation: unknown): string[] {
  const { 'x-amazon-apigateway-request-validator': name, parameters } = Operation.parse(operation);
  if (name === undefined) return [];
  const validator = Validators.parse(body['x-amazon-apigateway-request-validators'])[name];
  if (!validator) throw new Error(`The API has no request validator "${name}"`);
  if (!validator.validateRequestParameters) return [];
  return parameters
    .filter((parameter) => parameter.in === 'header' && parameter.required)
    .map((parameter) => parameter.name.toLowerCase());
}
