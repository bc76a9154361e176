import { CfnOutput, Fn } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  CachePolicy,
  Distribution,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import { uncachedErrors } from '../parts/cloudfront-errors';
import { certificateRegion } from '../parts/stack-names';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';

interface TrackingStackProps extends ServiceStackProps {
  /** The host names of tracked links, at least one. */
  hosts: readonly string[];
  /** The Region of the deployment, whose SES serves tracked links. */
  sesRegion: string;
}

/** The host at which SES serves tracked links. SES has no certificate for the host names of other domains. */
export const sesTrackingHost = (region: string): string => `r.${region}.awstrack.me`;

/**
 * A certificate for the tracking hosts, and a distribution that forwards their requests to SES. CloudFormation creates
 * the certificate only after the operator has published its validation records.
 */
export class TrackingStack extends ServiceStack {
  /** The host name to which the CNAME of each tracking host points. */
  readonly target: string;

  constructor(scope: Construct, id: string, { hosts, sesRegion, ...props }: TrackingStackProps) {
    super(scope, id, { ...props, env: { ...props.env, region: certificateRegion } });
    const [domainName = '', ...subjectAlternativeNames] = hosts;
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Carrier Nest tracked links',
      domainNames: [...hosts],
      certificate: new Certificate(this, 'Certificate', {
        domainName,
        subjectAlternativeNames,
        validation: CertificateValidation.fromDns(),
      }),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      defaultBehavior: {
        origin: new HttpOrigin(sesTrackingHost(sesRegion)),
        // Each request is an open or a click to record.
        originRequestPolicy: this.linkRequests(),
        cachePolicy: CachePolicy.CACHING_DISABLED,
        // Links in email that was sent before tracking required HTTPS.
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      },
      errorResponses: uncachedErrors,
    });
    const target = new CfnOutput(this, 'TrackingTarget', {
      description: 'The value of the CNAME record of each tracking host',
      value: distribution.distributionDomainName,
    });
    this.target = Fn.getStackOutput(this.stackName, target.logicalId, certificateRegion);
  }

  /**
   * SES finds the domain of a link by the Host header, and publishes the user agent. The cookies of the customer's
   * domain are not for SES, which refuses requests with more than 8 KB of headers.
   */
  private linkRequests(): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'LinkRequests', {
      headerBehavior: OriginRequestHeaderBehavior.allowList('Host', 'User-Agent'),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      cookieBehavior: OriginRequestCookieBehavior.none(),
    });
  }
}
