import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { UserPoolSpec } from '../deployment';

const ClientProperties = z.object({
  UserPoolId: z.string(),
  CallbackURLs: z.array(z.string()).default([]),
  LogoutURLs: z.array(z.string()).default([]),
  AllowedOAuthScopes: z.array(z.string()).default([]),
  AllowedOAuthFlows: z.tuple([z.literal('code')]),
  // Clients must be public and use PKCE instead of a secret.
  GenerateSecret: z.literal(false),
});

export function readUserPools(cloud: Cloud): UserPoolSpec[] {
  const clients = cloud.resources('AWS::Cognito::UserPoolClient').map((resource) => {
    const properties = cloud.read(resource, ClientProperties);
    return {
      poolId: properties.UserPoolId,
      id: cloud.name(resource),
      callbackUrls: properties.CallbackURLs,
      logoutUrls: properties.LogoutURLs,
      scopes: properties.AllowedOAuthScopes,
    };
  });
  const { region } = cloud.options;
  return cloud.resources('AWS::Cognito::UserPool').map((resource) => {
    const id = cloud.name(resource);
    return {
      id,
      arn: cloud.arn(resource),
      issuer: `https://cognito-idp.${region}.amazonaws.com/${id}`,
      clients: clients.filter(({ poolId }) => poolId === id),
    };
  });
}
