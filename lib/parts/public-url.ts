import { CfnCondition, CfnParameter, Fn, type Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Settings } from '../settings';

/**
 * The base URL of links in emails. It is a parameter, so that the local runtime can set its own address; if it is
 * empty, the address of the API is used (docs/decisions/0011).
 */
export function publicUrl(stack: Stack, api: SpecRestApi, settings: Settings): string {
  const configured = new CfnParameter(stack, 'PublicUrl', { default: settings.publicUrl ?? '' })
    .valueAsString;
  const isConfigured = new CfnCondition(stack, 'HasPublicUrl', {
    expression: Fn.conditionNot(Fn.conditionEquals(configured, '')),
  });
  return Fn.conditionIf(isConfigured.logicalId, configured, apiGatewayUrl(stack, api, settings)).toString();
}

/** Built without a reference to the stage: the stage depends on the functions, which need this URL. */
const apiGatewayUrl = (
  { region, urlSuffix }: Stack,
  { restApiId }: SpecRestApi,
  { stage }: Settings,
): string => `https://${restApiId}.execute-api.${region}.${urlSuffix}/${stage}`;
