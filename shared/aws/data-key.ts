import { randomBytes } from 'node:crypto';
import {
  GetParameterCommand,
  ParameterAlreadyExists,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';

const client = new SSMClient({});

const keyBytes = 32;

/** The parameter that contains the data key as base64. Parameter Store encrypts it with the AWS-managed key. */
const Name = process.env.WEBHOOK_SECRETS_PARAMETER;

/** The key of this function instance. */
let cachedKey: Promise<Buffer> | undefined;

/** Reads the data key once per function instance, even if several deliveries need it at the same time. */
export function readDataKey(): Promise<Buffer> {
  cachedKey ??= fetchKey().catch((error: unknown) => {
    cachedKey = undefined;
    throw error;
  });
  return cachedKey;
}

/** Creates the data key on first use. */
export async function ensureDataKey(): Promise<Buffer> {
  try {
    return await readDataKey();
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
    return createKey();
  }
}

/** Of several functions that create the key at the same time, the first one wins, and the others read its key. */
async function createKey(): Promise<Buffer> {
  const key = randomBytes(keyBytes);
  const Value = key.toString('base64');
  try {
    await client.send(
      new PutParameterCommand({ Name, Value, Type: 'SecureString', Tier: 'Standard', Overwrite: false }),
    );
  } catch (error) {
    if (!(error instanceof ParameterAlreadyExists)) throw error;
    return readDataKey();
  }
  cachedKey = Promise.resolve(key);
  return key;
}

async function fetchKey(): Promise<Buffer> {
  const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
  const key = Buffer.from(Parameter?.Value ?? '', 'base64');
  if (key.length !== keyBytes) throw new Error(`The parameter ${Name} does not contain ${keyBytes} bytes`);
  return key;
}
