import type { TemplateRule } from './rule';
import { at, everywhere, type Place, type Templates } from './template';

interface Origin {
  Id: string;
  CustomOriginConfig?: { OriginReadTimeout?: number };
  VpcOriginConfig?: { OriginReadTimeout?: number };
}

/** CloudFront's own, unless the origin says otherwise. */
const readTimeoutSeconds = 30;

/** What an answer may take on its way beside the function's own time. */
const slackSeconds = 5;

export const originsAreWaitedFor: TemplateRule = {
  name: 'OriginsAreWaitedFor',
  says: 'CloudFront gives up before the slowest function does, and answers 504 for what may have been done',
  findIn: (templates) => {
    const slowest = slowestRouteSeconds(templates);
    return everywhere(templates, 'AWS::CloudFront::Distribution').flatMap((distribution) =>
      originsOf(distribution)
        .filter((origin) => waitsSeconds(origin) < slowest + slackSeconds)
        .map(({ Id }) => `${at(distribution)} ${Id}`),
    );
  },
};

export const ownErrorsHaveOurShape: TemplateRule = {
  name: 'OwnErrorsHaveOurShape',
  says: 'When an origin does not answer, CloudFront says so in HTML: clients parse errors as JSON on every path',
  findIn: (templates) =>
    everywhere(templates, 'AWS::CloudFront::Distribution')
      .filter(({ resource }) => {
        const responses: ErrorResponse[] = resource.Properties.DistributionConfig.CustomErrorResponses ?? [];
        const page = responses.find(({ ErrorCode }) => ErrorCode === timedOut)?.ResponsePagePath;
        return page === undefined || !isOurShape(pageOf(templates, page));
      })
      .map(at),
};

interface ErrorResponse {
  ErrorCode: number;
  ResponsePagePath?: string;
}

/** The one status that no function of ours answers: an error response replaces the origin's own answers too. */
const timedOut = 504;

function slowestRouteSeconds(templates: Templates): number {
  const { Api } = templates;
  const functions = everywhere(Api ? { Api } : {}, 'AWS::Lambda::Function');
  return Math.max(0, ...functions.map(({ resource }) => Number(resource.Properties.Timeout)));
}

const originsOf = ({ resource }: Place): Origin[] => resource.Properties.DistributionConfig.Origins;

const waitsSeconds = ({ CustomOriginConfig, VpcOriginConfig }: Origin): number =>
  (CustomOriginConfig ?? VpcOriginConfig)?.OriginReadTimeout ?? readTimeoutSeconds;

/** What the API's mock integration answers under this path. */
function pageOf(templates: Templates, path: string): unknown {
  const [api] = everywhere(templates, 'AWS::ApiGateway::RestApi');
  const integration = api?.resource.Properties.Body.paths[path]?.get?.['x-amazon-apigateway-integration'];
  if (integration?.type !== 'mock') return undefined;
  return integration.responses?.default?.responseTemplates?.['application/json'];
}

function isOurShape(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const { error } = JSON.parse(text) as { error?: { type?: unknown; message?: unknown } };
  return typeof error?.type === 'string' && typeof error.message === 'string';
}
