import { configurableErrorStatuses, gatewayTimeoutStatus } from '../parts/cloudfront-errors';
import { endpointStacks } from '../parts/stack-names';
import { listAt, valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources, type ResourceLocation, type Templates } from './template';

/** CloudFront's default read timeout. */
const readTimeoutSeconds = 30;

/** The time that CloudFront and API Gateway may add to the function's timeout. */
const overheadSeconds = 5;

/** Returns the distributions of the API. The distribution for tracked links forwards to SES. */
const apiDistributions = (templates: Templates): ResourceLocation[] =>
  findResources(templates, 'AWS::CloudFront::Distribution').filter(({ stack }) => stack !== 'Tracking');

export const originTimeoutsCoverFunctions: TemplateRule = {
  name: 'OriginTimeoutsCoverFunctions',
  explanation:
    'CloudFront times out before the slowest function and responds with 504, although the request may succeed',
  findViolations: (templates) => {
    const slowestSeconds = slowestRouteSeconds(templates);
    return apiDistributions(templates).flatMap((distribution) =>
      originsOf(distribution)
        .filter((origin) => originReadTimeout(origin) < slowestSeconds + overheadSeconds)
        .map((origin) => `${formatLocation(distribution)} ${String(valueAt(origin, 'Id'))}`),
    );
  },
};

export const errorsAreNotCached: TemplateRule = {
  name: 'ErrorsAreNotCached',
  explanation:
    'CloudFront caches errors for ten seconds, so one workspace gets the error responses of another workspace',
  findViolations: (templates) =>
    findResources(templates, 'AWS::CloudFront::Distribution').flatMap((distribution) => {
      const responses = listAt(
        distribution.resource.Properties,
        'DistributionConfig',
        'CustomErrorResponses',
      );
      const uncached = responses
        .filter((response) => valueAt(response, 'ErrorCachingMinTTL') === 0)
        .map((response) => valueAt(response, 'ErrorCode'));
      return configurableErrorStatuses
        .filter((status) => !uncached.includes(status))
        .map((status) => `${formatLocation(distribution)} ${status}`);
    }),
};

export const cloudFrontErrorsAreJson: TemplateRule = {
  name: 'CloudFrontErrorsAreJson',
  explanation:
    'If an origin does not respond, CloudFront returns an HTML error, but clients parse errors as JSON on every path',
  findViolations: (templates) =>
    apiDistributions(templates)
      .filter(({ resource }) => {
        const responses = listAt(resource.Properties, 'DistributionConfig', 'CustomErrorResponses');
        const response = responses.find(
          (candidate) => valueAt(candidate, 'ErrorCode') === gatewayTimeoutStatus,
        );
        const page = valueAt(response, 'ResponsePagePath');
        return typeof page !== 'string' || !isApiError(mockResponseAt(templates, page));
      })
      .map(formatLocation),
};

function slowestRouteSeconds(templates: Templates): number {
  const functions = findResources(templates, 'AWS::Lambda::Function').filter(({ stack }) =>
    Object.hasOwn(endpointStacks, stack),
  );
  return Math.max(0, ...functions.map(({ resource }) => Number(valueAt(resource.Properties, 'Timeout'))));
}

const originsOf = ({ resource }: ResourceLocation): unknown[] =>
  listAt(resource.Properties, 'DistributionConfig', 'Origins');

function originReadTimeout(origin: unknown): number {
  const config = valueAt(origin, 'CustomOriginConfig') ?? valueAt(origin, 'VpcOriginConfig');
  return Number(valueAt(config, 'OriginReadTimeout') ?? readTimeoutSeconds);
}

/** The response of the API's mock integration for this path. */
function mockResponseAt(templates: Templates, path: string): unknown {
  const [api] = findResources(templates, 'AWS::ApiGateway::RestApi');
  const method = valueAt(api?.resource.Properties, 'Body', 'paths', path, 'get');
  const integration = valueAt(method, 'x-amazon-apigateway-integration');
  if (valueAt(integration, 'type') !== 'mock') return undefined;
  return valueAt(integration, 'responses', 'default', 'responseTemplates', 'application/json');
}

function isApiError(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const body: unknown = JSON.parse(text);
  return ['type', 'message'].every((field) => typeof valueAt(body, 'error', field) === 'string');
}
