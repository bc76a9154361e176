import { randomBytes } from 'node:crypto';
import type { FunctionSpec } from '../template/deployment';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface InstanceContext {
  region: string;
  awsEndpoint: string;
  credentials: Credentials;
  logStreamName: string;
}

/** A key for one instance, so that a call tells which function made it. */
export function newCredentials(): Credentials {
  return {
    accessKeyId: `AKIALOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64'),
  };
}

/** The whole environment of an instance: what the template says and what Lambda adds. Nothing comes from this process. */
export function environmentOf(spec: FunctionSpec, context: InstanceContext): Record<string, string> {
  return {
    ...spec.environment,
    // A worker takes Node's options as arguments: see below.
    NODE_OPTIONS: '',
    AWS_REGION: context.region,
    AWS_DEFAULT_REGION: context.region,
    AWS_ACCESS_KEY_ID: context.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: context.credentials.secretAccessKey,
    AWS_ENDPOINT_URL: context.awsEndpoint,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    AWS_LAMBDA_FUNCTION_NAME: spec.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: logGroupOf(spec),
    AWS_LAMBDA_LOG_STREAM_NAME: context.logStreamName,
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs',
    LAMBDA_TASK_ROOT: spec.codeDir,
    _HANDLER: spec.handler,
    // There is no such folder, as on Lambda: the developer's own AWS configuration must not be found.
    HOME: '/home/sbx_user1051',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'en_US.UTF-8',
    TZ: 'UTC',
  };
}

export function logGroupOf(spec: FunctionSpec): string {
  return `/aws/lambda/${spec.name}`;
}

/** The one option of Node that functions ask for. */
export function nodeArgumentsOf(spec: FunctionSpec): string[] {
  return spec.environment['NODE_OPTIONS']?.includes('--enable-source-maps') ? ['--enable-source-maps'] : [];
}
