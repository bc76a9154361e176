import { listAt, valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources, type ResourceLocation, type Templates } from './template';

/** CloudFront's own, unless the origin says otherwise. */
const readTimeoutSeconds = 30;

/** What an answer may take on its way beside the function's own time. */
const overheadSeconds = 5;

export const originTimeoutsCoverFunctions: TemplateRule = {
  name: 'OriginTimeoutsCoverFunctions',
  explanation:
    'CloudFront gives up before the slowest function does, and answers 504 for what may have been done',
  findViolations: (templates) => {
    const slowestSeconds = slowestRouteSeconds(templates);
    return findResources(templates, 'AWS::CloudFront::Distribution').flatMap((distribution) =>
      originsOf(distribution)
        .filter((origin) => originReadTimeout(origin) < slowestSeconds + overheadSeconds)
        .map((origin) => `${formatLocation(distribution)} ${String(valueAt(origin, 'Id'))}`),
    );
  },
};

export const cloudFrontErrorsAreJson: TemplateRule = {
  name: 'CloudFrontErrorsAreJson',
  explanation:
    'When an origin does not answer, CloudFront says so in HTML: clients parse errors as JSON on every path',
  findViolations: (templates) =>
    findResources(templates, 'AWS::CloudFront::Distribution')
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

/** The one status that no function of ours answers: an error response replaces the origin's own answers too. */
const gatewayTimeoutStatus = 504;

function slowestRouteSeconds(templates: Templates): number {
  const { Api } = templates;
  const functions = findResources(Api ? { Api } : {}, 'AWS::Lambda::Function');
  return Math.max(0, ...functions.map(({ resource }) => Number(valueAt(resource.Properties, 'Timeout'))));
}

const originsOf = ({ resource }: ResourceLocation): unknown[] =>
  listAt(resource.Properties, 'DistributionConfig', 'Origins');

function originReadTimeout(origin: unknown): number {
  const config = valueAt(origin, 'CustomOriginConfig') ?? valueAt(origin, 'VpcOriginConfig');
  return Number(valueAt(config, 'OriginReadTimeout') ?? readTimeoutSeconds);
}

/** What the API's mock integration answers under this path. */
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
