import { CfnCondition, CfnParameter, Fn, Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Settings } from '../settings';

/**
 * The base URL of links in emails. The URL is a stack parameter, so that the local runtime can set another address. If
 * the parameter is empty, the URL is the address of the API (docs/decisions/0011).
 */
export function publicUrl(stack: Stack, api: SpecRestApi, settings: Settings): string {
  const configured = new CfnParameter(stack, 'PublicUrl', { default: settings.publicUrl ?? '' })
    .valueAsString;
  const isConfigured = new CfnCondition(stack, 'HasPublicUrl', {
    expression: Fn.conditionNot(Fn.conditionEquals(configured, '')),
  });
  return Fn.conditionIf(isConfigured.logicalId, configured, apiGatewayUrl(stack, api, settings)).toString();
}

/**
 * Returns the URL without a reference to the stage, because the stage depends on the functions, and the functions need
 * this URL.
 */
export const apiGatewayUrl = (
  { region, urlSuffix }: Stack,
  { restApiId }: SpecRestApi,
  { stage }: Settings,
): string => `https://${restApiId}.execute-api.${region}.${urlSuffix}/${stage}`;

/** Returns the URL with a reference to the stage, for stacks that call the API while they are deployed. */
export function deployedApiUrl(api: SpecRestApi): string {
  const { region, urlSuffix } = Stack.of(api);
  return `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${api.deploymentStage.stageName}`;
}
