import { Duration } from 'aws-cdk-lib';

/**
 * The only status for which CloudFront may have an error page. Functions never respond with this status, so the page
 * replaces no response of a function.
 */
export const gatewayTimeoutStatus = 504;

/** The error statuses for which a distribution can set how long CloudFront caches the response. */
export const configurableErrorStatuses = [
  400,
  403,
  404,
  405,
  414,
  416,
  500,
  501,
  502,
  503,
  gatewayTimeoutStatus,
];

/**
 * By default, CloudFront caches these errors for ten seconds, even with a policy that disables caching, and ignores
 * `Cache-Control: no-store` for most of them:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 */
export const uncachedErrors = configurableErrorStatuses.map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));
