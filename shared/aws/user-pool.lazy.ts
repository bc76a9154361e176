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
 * The id of the user with this address. Who is new gets a mail of the pool's with a password for once; who has not
 * signed in since gets another.
 */
export async function ensurePoolUser(email: string): Promise<string> {
  if (!UserPoolId)
    throw invalidRequest(
      'Nobody signs in to this deployment: set "users": true in carrier-nest.json and deploy it again',
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
        // The operator says that it is theirs. Otherwise nobody could set a new password.
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
  // Somebody else may go by this address: it counts once it is known to be theirs.
  const isSameAddress = attributeOf(attributes, 'email').toLowerCase() === email;
  if (!isSameAddress || attributeOf(attributes, 'email_verified') !== 'true')
    throw invalidRequest(
      `email: somebody in the user pool goes by ${email} without having proved it: delete them there first`,
    );
  if (UserStatus === 'FORCE_CHANGE_PASSWORD')
    await client.send(new AdminCreateUserCommand({ UserPoolId, Username: email, MessageAction: 'RESEND' }));
  return attributeOf(attributes, 'sub');
}

/** May be repeated. Where nobody signs in any more there is nothing to delete. */
export async function deletePoolUser(id: string): Promise<void> {
  if (!UserPoolId) return;
  const command = new AdminDeleteUserCommand({ UserPoolId, Username: id });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof UserNotFoundException)) throw userPoolError(error);
  });
}

function attributeOf(attributes: readonly AttributeType[] = [], name: string): string {
  const value = attributes.find(({ Name }) => Name === name)?.Value;
  if (!value) throw new Error(`The user pool has a user without ${name}`);
  return value;
}

const userPoolError = (cause: unknown): ApiError =>
  new ApiError('provider_error', `The user pool refused: ${String(cause)}`, { cause });
