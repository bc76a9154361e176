import type { TemplateRule } from './rule';
import { formatLocation, findResources, type ResourceLocation, type Templates } from './template';

interface Origin {
  Id: string;
  CustomOriginConfig?: { OriginReadTimeout?: number };
  VpcOriginConfig?: { OriginReadTimeout?: number };
}

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
        .map(({ Id }) => `${formatLocation(distribution)} ${Id}`),
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
        const responses: ErrorResponse[] = resource.Properties.DistributionConfig.CustomErrorResponses ?? [];
        const page = responses.find(({ ErrorCode }) => ErrorCode === gatewayTimeoutStatus)?.ResponsePagePath;
        return page === undefined || !isApiError(mockResponseAt(templates, page));
      })
      .map(formatLocation),
};

interface ErrorResponse {
  ErrorCode: number;
  ResponsePagePath?: string;
}

/** The one status that no function of ours answers: an error response replaces the origin's own answers too. */
const gatewayTimeoutStatus = 504;

function slowestRouteSeconds(templates: Templates): number {
  const { Api } = templates;
  const functions = findResources(Api ? { Api } : {}, 'AWS::Lambda::Function');
  return Math.max(0, ...functions.map(({ resource }) => Number(resource.Properties.Timeout)));
}

const originsOf = ({ resource }: ResourceLocation): Origin[] =>
  resource.Properties.DistributionConfig.Origins;

const originReadTimeout = ({ CustomOriginConfig, VpcOriginConfig }: Origin): number =>
  (CustomOriginConfig ?? VpcOriginConfig)?.OriginReadTimeout ?? readTimeoutSeconds;

/** What the API's mock integration answers under this path. */
function mockResponseAt(templates: Templates, path: string): unknown {
  const [api] = findResources(templates, 'AWS::ApiGateway::RestApi');
  const integration = api?.resource.Properties.Body.paths[path]?.get?.['x-amazon-apigateway-integration'];
  if (integration?.type !== 'mock') return undefined;
  return integration.responses?.default?.responseTemplates?.['application/json'];
}

function isApiError(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const { error } = JSON.parse(text) as { error?: { type?: unknown; message?: unknown } };
  return typeof error?.type === 'string' && typeof error.message === 'string';
}
