import { CfnCondition, CfnParameter, Fn, type Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Settings } from '../settings';

/**
 * Where the links in mails lead: a parameter, so that the local runtime can put its own address there; empty
 * means the API's own (docs/decisions/0011).
 */
export function publicUrl(stack: Stack, api: SpecRestApi, settings: Settings): string {
  const configured = new CfnParameter(stack, 'PublicUrl', { default: settings.publicUrl ?? '' })
    .valueAsString;
  const isConfigured = new CfnCondition(stack, 'HasPublicUrl', {
    expression: Fn.conditionNot(Fn.conditionEquals(configured, '')),
  });
  return Fn.conditionIf(isConfigured.logicalId, configured, apiGatewayUrl(stack, api, settings)).toString();
}

/** Not the stage's own attribute: the stage comes after the functions, and they need this. */
const apiGatewayUrl = (
  { region, urlSuffix }: Stack,
  { restApiId }: SpecRestApi,
  { stage }: Settings,
): string => `https://${restApiId}.execute-api.${region}.${urlSuffix}/${stage}`;
