import type { Stack } from 'aws-cdk-lib';
import { CfnCondition, CfnParameter, Fn } from 'aws-cdk-lib';
import { CfnGatewayResponse, type Deployment, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { mcpRoutes } from '../../functions/api/mcp/routes';
import { defaultHeaders } from '../../shared/http/default-headers';
import type { Settings } from '../settings';
import { publicUrl } from './public-url';
import { headerParameters } from './rest-api-body';

interface ResponseProps {
  settings: Settings;
  api: SpecRestApi;
  definitionHash: string;
}

/**
 * Adds to the deployment API Gateway's response to a request without a credential, on the routes whose request validator
 * requires one. API Gateway renames `WWW-Authenticate` in the responses of functions, but not in its own
 * (docs/decisions/0050). The response contains the address of the API, so the API's own template cannot contain it.
 */
export function includeMissingCredentialResponse(
  deployment: Deployment,
  { settings, api, definitionHash }: ResponseProps,
): void {
  const response = new CfnGatewayResponse(deployment.stack, 'MissingCredential', {
    restApiId: api.restApiId,
    responseType: 'BAD_REQUEST_PARAMETERS',
    statusCode: '401',
    responseTemplates: { 'application/json': JSON.stringify(body) },
    responseParameters: {
      ...headerParameters('gatewayresponse', { ...defaultHeaders, 'CN-API-Definition': definitionHash }),
      'gatewayresponse.header.WWW-Authenticate': challenge(deployment.stack, api, settings),
    },
  });
  // A deployment is a snapshot, so a change of the response needs another deployment.
  deployment.node.addDependency(response);
  deployment.addToLogicalId([settings.publicUrl, settings.oauth, response.responseParameters, body]);
}

/** The same as the body of the function (packages/mcp/src/handle-mcp-request.ts). */
const body = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_000, message: 'A credential is missing. Send "Authorization: Bearer <API_KEY>"' },
};

/** Links the metadata of the issuer (RFC 9728), if the deployment has an issuer. */
function challenge(stack: Stack, api: SpecRestApi, settings: Settings): string {
  const issuer = new CfnParameter(stack, 'OAuthIssuer', { default: settings.oauth?.issuer ?? '' });
  const hasIssuer = new CfnCondition(stack, 'HasOAuthIssuer', {
    expression: Fn.conditionNot(Fn.conditionEquals(issuer.valueAsString, '')),
  });
  const metadataUrl = `${publicUrl(stack, api, settings)}${mcpRoutes.getToolMetadata.path}`;
  return Fn.conditionIf(
    hasIssuer.logicalId,
    `'Bearer resource_metadata="${metadataUrl}"'`,
    `'Bearer'`,
  ).toString();
}
