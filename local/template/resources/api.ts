import { z } from 'zod';
import { where, type Cloud, type Resource } from '../cloud';
import type { ApiSpec } from '../deployment';
import { TemplateError } from '../intrinsics';

const ApiProperties = z.object({ Body: z.record(z.string(), z.unknown()) });
const StageProperties = z.object({ RestApiId: z.string(), StageName: z.string() });
const ResponseProperties = z.object({
  RestApiId: z.string(),
  ResponseType: z.string(),
  StatusCode: z.coerce.string().optional(),
  ResponseTemplates: z.record(z.string(), z.string()).optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
});

/** The one REST API of the stacks. */
export function readApi(cloud: Cloud): ApiSpec {
  const [api, ...others] = cloud.resources('AWS::ApiGateway::RestApi');
  if (!api) throw new Error('The template has no AWS::ApiGateway::RestApi');
  if (others[0]) throw new TemplateError(where(others[0]), 'is a second REST API; the local runtime has one');

  const id = cloud.name(api);
  return {
    id,
    arn: `arn:aws:execute-api:${cloud.options.region}:${cloud.options.accountId}:${id}`,
    stageName: stageName(cloud, api, id),
    body: cloud.read(api, ApiProperties).Body,
    gatewayResponses: gatewayResponses(cloud, id),
  };
}

function stageName(cloud: Cloud, api: Resource, apiId: string): string {
  const stages = cloud
    .resources('AWS::ApiGateway::Stage')
    .map((resource) => cloud.read(resource, StageProperties))
    .filter((stage) => stage.RestApiId === apiId);
  if (!stages[0]) throw new TemplateError(where(api), 'has no stage');
  return stages[0].StageName;
}

function gatewayResponses(cloud: Cloud, apiId: string): ApiSpec['gatewayResponses'] {
  const responses = cloud
    .resources('AWS::ApiGateway::GatewayResponse')
    .map((resource) => cloud.read(resource, ResponseProperties))
    .filter((response) => response.RestApiId === apiId);
  return Object.fromEntries(
    responses.map((response) => [
      response.ResponseType,
      {
        status: response.StatusCode,
        template: response.ResponseTemplates?.['application/json'],
        headers: headersOf(response.ResponseParameters),
      },
    ]),
  );
}

/** `gatewayresponse.header.Retry-After: "'5'"` is how API Gateway spells a fixed header. */
function headersOf(parameters: Record<string, string>): Record<string, string> {
  const prefix = 'gatewayresponse.header.';
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([name, value]) => name.startsWith(prefix) && value.startsWith("'"))
      .map(([name, value]) => [name.slice(prefix.length), value.slice(1, -1)]),
  );
}
