import type { AwsRequest, AwsResponse } from '../stand-in';
import type { Report } from './check-shape';
import { shapeOf, wireName, type Operation, type ServiceModel, type Shape } from './model';
import { parseForm } from './query-value';
import { readBoundInput, readBoundOutput } from './rest-bindings';
import { parseXml } from './xml-value';

/** Decodes a request as its model says. Reports what the model does not have outside the body. */
export function decodeInput(
  model: ServiceModel,
  operation: Operation,
  request: AwsRequest,
  report: Report,
): unknown {
  if (!operation.input) return undefined;
  // A query model means SNS, or SQS in a model from before its JSON protocol.
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return parseForm(model, operation.input.shape, request.body.toString());
  if (!isRest(model)) return parseJson(request.body);
  const bound = readBoundInput(model, operation, request, report);
  return { ...bodyMembers(model, operation.input.shape, request.body, bound), ...bound };
}

/** Decodes a successful response as its model says. */
export function decodeOutput(
  model: ServiceModel,
  operation: Operation,
  { status, headers = {}, body = '' }: AwsResponse,
  report: Report,
): unknown {
  const { output } = operation;
  if (!output) {
    if (body.length > 0) report('body', 'is not empty');
    return undefined;
  }
  if (headers['content-type'] === 'text/xml')
    return parseXml(model, output.shape, body.toString(), output.resultWrapper);
  if (!isRest(model)) return parseJson(Buffer.from(body));
  const shape = shapeOf(model, output.shape);
  const bound = readBoundOutput(model, shape, headers, status, report);
  return { ...bodyMembers(model, output.shape, Buffer.from(body), bound), ...bound };
}

const isRest = ({ metadata }: ServiceModel): boolean => metadata.protocol.startsWith('rest-');

const parseJson = (body: Buffer): Record<string, unknown> =>
  JSON.parse(body.toString() || '{}') as Record<string, unknown>;

/**
 * The members in the body of a REST message. A name that belongs outside the body gets a prefix, so that the check
 * reports it.
 */
function bodyMembers(
  model: ServiceModel,
  shapeName: string,
  body: Buffer,
  bound: Record<string, unknown>,
): Record<string, unknown> {
  if (body.length === 0) return {};
  const shape = shapeOf(model, shapeName);
  if (shape.payload) return { [payloadName(model, shape)]: parsePayload(model, shape, body) };
  const members = parseBody(model, shapeName, body);
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name in bound ? `body.${name}` : name, value]),
  );
}

function payloadName(model: ServiceModel, { payload = '', members = {} }: Shape): string {
  const member = members[payload];
  return member ? wireName(model, payload, member) : payload;
}

/** A structure is parsed, and bytes stay as they are. */
function parsePayload(model: ServiceModel, { payload = '', members = {} }: Shape, body: Buffer): unknown {
  const name = members[payload]?.shape ?? '';
  return shapeOf(model, name).type === 'structure' ? parseBody(model, name, body) : body;
}

function parseBody(model: ServiceModel, shapeName: string, body: Buffer): Record<string, unknown> {
  if (model.metadata.protocol === 'rest-json') return parseJson(body);
  return (parseXml(model, shapeName, body.toString()) ?? {}) as Record<string, unknown>;
}
