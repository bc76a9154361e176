import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { ApiSpec, GatewayResponseSpec } from '../deployment';
import { resourcePath, type Resource } from '../scope';
import { fixedHeaders } from '../fixed-headers';
import { TemplateError } from '../template-error';

const ApiProperties = z.object({ Body: z.record(z.string(), z.unknown()) });
const StageProperties = z.object({ RestApiId: z.string(), StageName: z.string() });
const ResponseProperties = z.object({
  RestApiId: z.string(),
  ResponseType: z.string(),
  StatusCode: z.coerce.string().optional(),
  ResponseTemplates: z.record(z.string(), z.string()).optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
});

const BodyResponses = z
  .record(
    z.string(),
    z.object({
      statusCode: z.coerce.string().optional(),
      responseTemplates: z.record(z.string(), z.string()).optional(),
      responseParameters: z.record(z.string(), z.string()).default({}),
    }),
  )
  .default({});

/** Reads the only REST API of the stacks. */
export function readApi(cloud: Cloud): ApiSpec {
  const [api, ...others] = cloud.resources('AWS::ApiGateway::RestApi');
  if (!api) throw new Error('The template has no AWS::ApiGateway::RestApi');
  if (others[0])
    throw new TemplateError(
      resourcePath(others[0]),
      'is a second REST API, but the local runtime supports only one',
    );

  const id = cloud.name(api);
  const { Body } = cloud.read(api, ApiProperties);
  return {
    id,
    arn: `arn:aws:execute-api:${cloud.options.region}:${cloud.options.accountId}:${id}`,
    stageName: stageName(cloud, api, id),
    body: Body,
    gatewayResponses: { ...responsesFromBody(Body), ...responsesFromResources(cloud, id) },
  };
}

function stageName(cloud: Cloud, api: Resource, apiId: string): string {
  const stages = cloud
    .resources('AWS::ApiGateway::Stage')
    .map((resource) => cloud.read(resource, StageProperties))
    .filter((stage) => stage.RestApiId === apiId);
  if (!stages[0]) throw new TemplateError(resourcePath(api), 'has no stage');
  return stages[0].StageName;
}

/** The responses that the OpenAPI document declares as `x-amazon-apigateway-gateway-responses`. */
function responsesFromBody(body: ApiSpec['body']): ApiSpec['gatewayResponses'] {
  const responses = BodyResponses.parse(body['x-amazon-apigateway-gateway-responses']);
  return Object.fromEntries(
    Object.entries(responses).map(([type, response]) => [
      type,
      toSpec(response.statusCode, response.responseTemplates, response.responseParameters),
    ]),
  );
}

/** The responses that the template declares as `AWS::ApiGateway::GatewayResponse` resources. */
function responsesFromResources(cloud: Cloud, apiId: string): ApiSpec['gatewayResponses'] {
  const responses = cloud
    .resources('AWS::ApiGateway::GatewayResponse')
    .map((resource) => cloud.read(resource, ResponseProperties))
    .filter((response) => response.RestApiId === apiId);
  return Object.fromEntries(
    responses.map((response) => [
      response.ResponseType,
      toSpec(response.StatusCode, response.ResponseTemplates, response.ResponseParameters),
    ]),
  );
}

function toSpec(
  status: string | undefined,
  templates: Record<string, string> | undefined,
  parameters: Record<string, string>,
): GatewayResponseSpec {
  return {
    status,
    template: templates?.['application/json'],
    headers: fixedHeaders('gatewayresponse', parameters),
  };
}
