import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
  UserNotFoundException,
  type AttributeType,
} from '@aws-sdk/client-cognito-identity-provider';
import { ApiError, invalidRequest } from '../core/errors';

const client = new CognitoIdentityProviderClient({});

const UserPoolId = process.env.USER_POOL_ID;

/**
 * Returns the id of the user with this address. If the user is new, Cognito emails a temporary password. If the user
 * exists but has not signed in yet, Cognito emails another temporary password.
 */
export async function ensurePoolUser(email: string): Promise<string> {
  if (!UserPoolId)
    throw invalidRequest(
      'This deployment has no user pool. Set "users": true in carrier-nest.json and deploy again',
    );
  try {
    return await createUser(email);
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw userPoolError(error);
    return findUser(email);
  }
}

async function createUser(email: string): Promise<string> {
  const { User } = await client.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      UserAttributes: [
        { Name: 'email', Value: email },
        // The operator vouches for the address. Users can reset a password only with a verified address.
        { Name: 'email_verified', Value: 'true' },
      ],
      DesiredDeliveryMediums: ['EMAIL'],
    }),
  );
  return attributeOf(User?.Attributes, 'sub');
}

async function findUser(email: string): Promise<string> {
  const { UserAttributes: attributes, UserStatus } = await client.send(
    new AdminGetUserCommand({ UserPoolId, Username: email }),
  );
  // Accept only a user with a verified address, because anyone may have registered the address.
  const isSameAddress = attributeOf(attributes, 'email').toLowerCase() === email;
  if (!isSameAddress || attributeOf(attributes, 'email_verified') !== 'true')
    throw invalidRequest(
      `email: A user in the user pool has the address ${email} but has not verified the address. Delete that user from the user pool first`,
    );
  if (UserStatus === 'FORCE_CHANGE_PASSWORD')
    await client.send(new AdminCreateUserCommand({ UserPoolId, Username: email, MessageAction: 'RESEND' }));
  return attributeOf(attributes, 'sub');
}

/** Deletes the user if the deployment has a user pool. The call can be repeated. */
export async function deletePoolUser(id: string): Promise<void> {
  if (!UserPoolId) return;
  const command = new AdminDeleteUserCommand({ UserPoolId, Username: id });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof UserNotFoundException)) throw userPoolError(error);
  });
}

function attributeOf(attributes: readonly AttributeType[] = [], name: string): string {
  const value = attributes.find(({ Name }) => Name === name)?.Value;
  if (!value) throw new Error(`A user in the user pool has no attribute ${name}`);
  return value;
}

const userPoolError = (cause: unknown): ApiError =>
  new ApiError('provider_error', `The user pool refused the request: ${String(cause)}`, { cause });
