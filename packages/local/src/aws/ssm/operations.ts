import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DurableMap } from '../../machine/durable-map';
import { AwsError } from '../stand-in';

export interface Parameter {
  name: string;
  value: string;
  version: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

interface OperationContext {
  parameters: DurableMap<Parameter>;
  arn: string;
  now: number;
}

/** The limits of Parameter Store: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html */
const [nameCharsMax, levelsMax, valueBytesMax] = [1011, 15, 4096];

/** Names of other owners begin with `aws` or `ssm`. */
const Name = z
  .string()
  .regex(
    /^([\w.-]+|(\/[\w.-]+)+)$/,
    'must contain only letters, digits, ".", "_", "-" and "/" before each level',
  )
  .regex(/^(?!\/?(aws|ssm))/i, 'must not begin with "aws" or "ssm"')
  .max(nameCharsMax);

/** The schemas are strict, so that an unsupported parameter is refused instead of ignored. */
const GetParameter = z.strictObject({ Name, WithDecryption: z.boolean().default(false) });
const PutParameter = z.strictObject({
  Name,
  Value: z
    .string()
    .min(1)
    .refine(
      (value) => Buffer.byteLength(value) <= valueBytesMax,
      `Standard tier parameters support a maximum parameter value of ${valueBytesMax} characters`,
    ),
  Type: z.literal('SecureString'),
  Tier: z.literal('Standard').default('Standard'),
  Overwrite: z.boolean().default(false),
});

/** One operation of the API. `input` is unvalidated, so `context` and `run` parse it first. */
interface Operation {
  input: z.ZodType<{ Name: string }>;
  /** The values of the condition keys. */
  context: (input: unknown) => Record<string, string>;
  run: (context: OperationContext, input: unknown) => object;
}

export const operations: Record<string, Operation> = {
  GetParameter: {
    input: GetParameter,
    context: () => ({}),
    run: ({ parameters, arn }, input) => {
      const { Name, WithDecryption } = parse(GetParameter, input);
      const parameter = parameters.get(canonicalName(Name));
      if (!parameter) throw new AwsError('ParameterNotFound', `Parameter ${Name} not found.`);
      const { name, value, version, modifiedAt } = parameter;
      return {
        Parameter: {
          ARN: arn,
          DataType: 'text',
          LastModifiedDate: modifiedAt / 1000,
          Name: name,
          Type: 'SecureString',
          Value: WithDecryption ? value : encryptedForm(parameter),
          Version: version,
        },
      };
    },
  },

  PutParameter: {
    input: PutParameter,
    context: (input) => ({ 'ssm:Overwrite': String(parse(PutParameter, input).Overwrite) }),
    run: ({ parameters, now }, input) => {
      const { Name, Value, Tier, Overwrite } = parse(PutParameter, input);
      refuseDeepName(Name);
      const existing = parameters.get(canonicalName(Name));
      if (existing && !Overwrite) throw alreadyExists();
      const version = (existing?.version ?? 0) + 1;
      parameters.set(canonicalName(Name), { name: Name, value: Value, version, modifiedAt: now });
      return { Tier, Version: version };
    },
  },
};

export function parse<Input>(schema: z.ZodType<Input>, input: unknown): Input {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AwsError('ValidationException', z.prettifyError(parsed.error));
}

/** `name` and `/name` have the same ARN, so that only one of them can exist. */
const canonicalName = (name: string): string => name.replace(/^\//, '');

function refuseDeepName(name: string): void {
  if (canonicalName(name).split('/').length <= levelsMax) return;
  const message = `A parameter name can have a maximum of ${levelsMax} levels`;
  throw new AwsError('HierarchyLevelLimitExceededException', message);
}

function alreadyExists(): AwsError {
  const message =
    'The parameter already exists. To overwrite this value, set the overwrite option in the request to true.';
  return new AwsError('ParameterAlreadyExists', message);
}

/** Without decryption, a caller gets an encrypted value, here a hash. */
const encryptedForm = ({ name, value }: Parameter): string =>
  createHash('sha256').update(`${name} ${value}`).digest('base64');
