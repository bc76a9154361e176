import type { Stack } from 'aws-cdk-lib';
import { routes, type NamedRoute } from '../../functions/api/routes';
import type { ErrorType } from '../../shared/core/errors';
import { defaultHeaders } from '../../shared/http/default-headers';

/**
 * Returns the OpenAPI document of the REST API: every route with its function, and our error format for requests that
 * reach no function. The document refers to functions by name instead of by reference, because the functions refer to
 * the API (docs/decisions/0011).
 */
export function restApiBody(stack: Stack, functionPrefix: string) {
  const integration = (name: string, isStreamed = false) =>
    integrationWith(stack, `${functionPrefix}${name}`, isStreamed);
  const fallback = { 'x-amazon-apigateway-any-method': operation(integration('refuseUnknown')) };
  const paths: Record<string, Record<string, unknown>> = { '/': { ...fallback } };
  for (const route of routes) {
    const path = (paths[route.path] ??= { ...fallback });
    path[methodKey(route)] = {
      ...operation(integration(route.name, route.isFile ?? route.isStreamed)),
      ...validation(route),
    };
  }
  paths[timeoutResponsePath] = { get: fixedResponse(timeoutResponse), ...fallback };
  return {
    openapi: '3.0.1',
    info: { title: stack.stackName, version: '1.0.0' },
    paths,
    'x-amazon-apigateway-gateway-responses': gatewayResponses,
    'x-amazon-apigateway-request-validators': {
      [parameterValidator]: { validateRequestParameters: true, validateRequestBody: false },
    },
  };
}

const methodKey = ({ method }: NamedRoute): string =>
  method === 'ANY' ? 'x-amazon-apigateway-any-method' : method.toLowerCase();

const parameterValidator = 'parameters';

/**
 * Makes API Gateway itself refuse a request without a credential (docs/decisions/0050). missing-credential-response.ts
 * has the response.
 */
const validation = ({ checksCredential }: NamedRoute) =>
  checksCredential && {
    'x-amazon-apigateway-request-validator': parameterValidator,
    parameters: [{ name: 'Authorization', in: 'header', required: true, schema: { type: 'string' } }],
  };

/**
 * The path of the JSON error that CloudFront returns if an origin does not respond in time. CloudFront's own error page
 * is HTML.
 */
export const timeoutResponsePath = '/errors/late';

/** A response that API Gateway returns without invoking a function. The method must declare its headers. */
const fixedResponse = (text: string) => ({
  responses: {
    200: {
      description: 'The body of an error',
      headers: Object.fromEntries(
        Object.keys(defaultHeaders).map((name) => [name, { schema: { type: 'string' } }]),
      ),
    },
  },
  'x-amazon-apigateway-integration': {
    type: 'mock',
    requestTemplates: { 'application/json': '{"statusCode": 200}' },
    responses: {
      default: {
        statusCode: '200',
        responseTemplates: { 'application/json': text },
        responseParameters: headerParameters('method.response', defaultHeaders),
      },
    },
  },
});

const operation = (integration: object) => ({
  responses: {},
  'x-amazon-apigateway-integration': integration,
});

function integrationWith({ partition, region, account }: Stack, functionName: string, isStreamed: boolean) {
  const lambda = `arn:${partition}:apigateway:${region}:lambda:path`;
  const handler = `arn:${partition}:lambda:${region}:${account}:function:${functionName}`;
  const proxy = { type: 'aws_proxy', httpMethod: 'POST' };
  return isStreamed
    ? {
        ...proxy,
        uri: `${lambda}/2021-11-15/functions/${handler}/response-streaming-invocations`,
        responseTransferMode: 'STREAM',
      }
    : { ...proxy, uri: `${lambda}/2015-03-31/functions/${handler}/invocations` };
}

/** An error in the format of the API. */
export const errorBody = (type: ErrorType, message: string) => JSON.stringify({ error: { type, message } });

/** Returns fixed headers in the notation of API Gateway: `gatewayresponse.header.Retry-After: "'5'"`. */
export const headerParameters = (prefix: string, headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`${prefix}.header.${name}`, `'${value}'`]),
  );

const timeoutMessage =
  'The service did not respond in time. Repeat a GET request, which changes nothing. Any other request may still take effect.';
const timeoutResponse = errorBody('service_unavailable', timeoutMessage);

const gatewayResponse = (
  statusCode: number,
  type: ErrorType,
  message: string,
  headers: Record<string, string> = {},
) => ({
  statusCode,
  responseTemplates: { 'application/json': errorBody(type, message) },
  responseParameters: headerParameters('gatewayresponse', { ...defaultHeaders, ...headers }),
});

const retryAfter = { 'Retry-After': '5' };

/** On every path, clients parse errors as JSON, including API Gateway's own errors (docs/architecture/requests.md). */
const gatewayResponses = {
  REQUEST_TOO_LARGE: gatewayResponse(
    413,
    'payload_too_large',
    'The body is larger than this deployment accepts. The preset "full" accepts larger bodies.',
  ),
  THROTTLED: gatewayResponse(429, 'rate_limited', 'Too many requests', retryAfter),
  // Used if the web ACL defines no response body.
  WAF_FILTERED: gatewayResponse(429, 'rate_limited', 'Too many requests', retryAfter),
  INTEGRATION_TIMEOUT: gatewayResponse(503, 'service_unavailable', timeoutMessage, retryAfter),
  INTEGRATION_FAILURE: gatewayResponse(
    503,
    'service_unavailable',
    'The service is not available',
    retryAfter,
  ),
  DEFAULT_4XX: gatewayResponse(400, 'invalid_request', 'The request could not be read'),
  DEFAULT_5XX: gatewayResponse(
    500,
    'internal_error',
    'The service failed. Repeat a GET request, which changes nothing. Any other request may have taken effect in part: before you retry, check the current state, for example in the email log.',
  ),
};
