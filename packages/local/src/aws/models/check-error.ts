import type { AwsResponse } from '../stand-in';
import type { Report } from './check-shape';
import { shapeOf, type Operation, type ServiceModel, type Shape } from './model';

/** Checks that the operation's model has an error, with its status. */
export function checkError(
  model: ServiceModel,
  { errors = [] }: Operation,
  { code, status }: { code: string; status: number },
  report: Report,
): void {
  const shape = errors
    .map(({ shape: name }) => ({ name, ...shapeOf(model, name) }))
    .find(({ name, error }) => name === code || error?.code === code);
  if (!shape) return report(`error ${code}`, 'is not in the model');
  const expected = statusOf(model, shape);
  if (expected !== undefined && expected !== status)
    report(`error ${code}`, `has the status ${status} instead of ${expected}`);
}

/** The error name: in a header (REST), in `__type` (JSON) or in `Code` (XML). */
export function errorCode({ headers = {}, body = '' }: AwsResponse): string {
  const header = headers['x-amzn-errortype'] ?? headers['x-amz-error-code'];
  const text = body.toString();
  const named =
    header ?? /"__type"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? /<Code>(.*?)<\/Code>/.exec(text)?.[1] ?? '';
  return named.slice(named.indexOf('#') + 1);
}

/** Errors over JSON have the status 400 or 500 unless the model has another status. */
function statusOf({ metadata }: ServiceModel, { error, fault }: Shape): number | undefined {
  if (error?.httpStatusCode !== undefined) return error.httpStatusCode;
  if (metadata.protocol !== 'json') return undefined;
  return fault ? 500 : 400;
}
