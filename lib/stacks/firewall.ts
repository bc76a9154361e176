import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { defaultHeaders } from '../../shared/http/default-headers';
import { errorBody } from '../parts/rest-api-body';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';
import type { EdgeStack } from './edge';

interface FirewallStackProps extends ServiceStackProps {
  settings: Settings;
  api: SpecRestApi;
  edge: EdgeStack | undefined;
}

type Rate = CfnWebACL.RateBasedStatementProperty;

/**
 * Refuses requests above the rate limit of a source address before a function runs, even if the requests have a valid
 * key.
 */
export class FirewallStack extends ServiceStack {
  constructor(scope: Construct, id: string, { settings, api, edge, ...props }: FirewallStackProps) {
    super(scope, id, props);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibilityFor(`carrier-nest-${settings.stage}`),
      customResponseBodies: { [tooManyBodyKey]: { contentType: 'APPLICATION_JSON', content: tooManyBody } },
      rules: buildRateRules(edge, settings).map(buildRule),
    });
    const protectedResources = {
      Api: api.deploymentStage.stageArn,
      ...(edge && { Ingress: edge.ingress.loadBalancer.loadBalancerArn }),
    };
    for (const [name, resourceArn] of Object.entries(protectedResources))
      new CfnWebACLAssociation(this, `${name}Guard`, { webAclArn: acl.attrArn, resourceArn });
  }
}

/**
 * The first rule counts requests by source address. A request through CloudFront has an address of CloudFront, so a
 * second rule counts by the viewer address that the CloudFront function adds. The second rule requires the
 * distribution's header, because a client that calls API Gateway directly could send another viewer address with each
 * request.
 */
function buildRateRules(
  edge: EdgeStack | undefined,
  { requestsPerMinuteByAddress }: Settings,
): [string, Rate][] {
  const rate = { limit: requestsPerMinuteByAddress, evaluationWindowSec: 60 };
  const byAddress = { ...rate, aggregateKeyType: 'IP' };
  if (!edge) return [['ByAddress', byAddress]];
  const fromEdge = headerEquals(edge.originHeader);
  const byViewer = {
    ...rate,
    aggregateKeyType: 'CUSTOM_KEYS',
    customKeys: [{ header: { name: edge.viewerHeader, textTransformations: noTransformation } }],
    scopeDownStatement: fromEdge,
  };
  return [
    ['ByAddress', { ...byAddress, scopeDownStatement: { notStatement: { statement: fromEdge } } }],
    ['ByViewer', byViewer],
  ];
}

const buildRule = ([name, rateBasedStatement]: [string, Rate], priority: number): CfnWebACL.RuleProperty => ({
  name,
  priority,
  statement: { rateBasedStatement },
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: tooManyBodyKey,
        responseHeaders: Object.entries({ ...defaultHeaders, 'Retry-After': '60' }).map(([name, value]) => ({
          name,
          value,
        })),
      },
    },
  },
  visibilityConfig: visibilityFor(name),
});

const tooManyBodyKey = 'too-many';
const tooManyBody = errorBody('rate_limited', 'Too many requests from this address');

/** Requests are not sampled, because a sample contains headers and therefore API keys. */
const visibilityFor = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const noTransformation = [{ priority: 0, type: 'NONE' }];

const headerEquals = ({ header, value }: EdgeStack['originHeader']): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: header } },
    positionalConstraint: 'EXACTLY',
    searchString: value,
    textTransformations: noTransformation,
  },
});
