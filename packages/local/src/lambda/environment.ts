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

/** Creates the credentials of one instance. The access key identifies the function that makes a call. */
export function newCredentials(): Credentials {
  return {
    accessKeyId: `AKIALOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64'),
  };
}

/**
 * The environment of an instance: the variables of the template and of Lambda, without the variables of this process.
 */
export function environmentOf(spec: FunctionSpec, context: InstanceContext): Record<string, string> {
  return {
    ...spec.environment,
    // Workers take Node options as arguments (`nodeArgumentsOf`).
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
    // As on Lambda. The folder does not exist locally, so functions cannot find the developer's AWS configuration.
    HOME: '/home/sbx_user1051',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'en_US.UTF-8',
    TZ: 'UTC',
  };
}

export function logGroupOf(spec: FunctionSpec): string {
  return `/aws/lambda/${spec.name}`;
}

/** The only Node option that functions set. */
export function nodeArgumentsOf(spec: FunctionSpec): string[] {
  return spec.environment['NODE_OPTIONS']?.includes('--enable-source-maps') ? ['--enable-source-maps'] : [];
}
