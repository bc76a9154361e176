import type { ApiSpec, GatewayResponseSpec } from '../template/deployment';

/** The responses that API Gateway itself sends, with the default status and message of each. */
const kinds = {
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  BAD_REQUEST_BODY: { status: 400, message: 'Invalid request body' },
  BAD_REQUEST_PARAMETERS: { status: 400, message: 'Missing required request parameters' },
  // For input that is not an HTTP request. API Gateway has no type for this case.
  DEFAULT_4XX: { status: 400, message: 'Bad Request' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  API_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  // For a function that failed or returned an invalid response. API Gateway has no type for this case.
  DEFAULT_5XX: { status: 502, message: 'Internal server error' },
  INTEGRATION_FAILURE: { status: 502, message: 'Internal server error' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
} as const;

export type GatewayResponseType = keyof typeof kinds;

export interface HttpResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer;
}

/**
 * Renders the template's response for the type. If the template has no response for the type, uses the template's
 * default response for 4xx or 5xx. If that response is also missing, uses API Gateway's default.
 */
export function gatewayResponse(
  responses: ApiSpec['gatewayResponses'],
  type: GatewayResponseType,
  context: { requestId: string },
): HttpResponse {
  const { status, message } = kinds[type];
  const declared = responses[type] ?? responses[status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
  const template = declared?.template ?? '{"message":$context.error.messageString}';
  const values: Record<string, string> = {
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
    requestId: context.requestId,
    extendedRequestId: context.requestId,
  };
  return {
    status: statusOf(declared, status),
    headers: { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type, ...declared?.headers },
    body: template.replace(
      /\$context\.([a-zA-Z]+(?:\.[a-zA-Z]+)*)/g,
      (_, name: string) => values[name] ?? '',
    ),
  };
}

function statusOf(declared: GatewayResponseSpec | undefined, status: number): number {
  return declared?.status === undefined ? status : Number(declared.status);
}
