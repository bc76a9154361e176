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
