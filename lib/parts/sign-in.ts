import { CfnCondition, CfnParameter, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
  type IUserPool,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';

/** Cognito's own limit is 8 characters: people take short ones where they may. */
const passwordLengthMin = 12;

/** The people who sign in to the dashboard. Nobody signs up: the operator invites (`npm run admin users invite`). */
export const userPool = (scope: Construct): UserPool =>
  new UserPool(scope, 'Users', {
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    // Whoever could change theirs could become whom the operator invites next.
    standardAttributes: { email: { required: true, mutable: false } },
    autoVerify: { email: true },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    // Where it is optional, Cognito's pages offer nobody to set one up.
    mfa: Mfa.REQUIRED,
    mfaSecondFactor: { otp: true, sms: false },
    passwordPolicy: { minLength: passwordLengthMin, tempPasswordValidity: Duration.days(7) },
    userInvitation: {
      emailSubject: 'You may sign in to Carrier Nest',
      emailBody:
        'Somebody who runs Carrier Nest invited {username}. They know the address. For the first time your password ' +
        'is below; it is good for seven days, and then you choose your own.<br><br>{####}',
    },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });

/**
 * Where people sign in, as the dashboard's functions need it: pages of Cognito's, and a client that may use them with
 * PKCE alone, so that there is no secret to keep.
 */
export function signIn(scope: Construct, users: IUserPool, publicUrl: string): Record<string, string> {
  const client = new UserPoolClient(scope, 'Dashboard', {
    userPool: users,
    generateSecret: false,
    authFlows: { userSrp: true },
    supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
    preventUserExistenceErrors: true,
    // What the tokens could do is asked once, when somebody signs in; then they are thrown away.
    accessTokenValidity: Duration.minutes(5),
    idTokenValidity: Duration.minutes(5),
    refreshTokenValidity: Duration.hours(1),
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
      callbackUrls: [`${publicUrl}/app/signed-in`],
      logoutUrls: [`${publicUrl}/app/log`],
    },
  });
  // Without a style of its own a client has no pages.
  new CfnManagedLoginBranding(scope, 'SignInPages', {
    userPoolId: users.userPoolId,
    clientId: client.userPoolClientId,
    useCognitoProvidedValues: true,
  });
  return {
    SIGN_IN_URL: managedLoginUrl(scope, users),
    SIGN_IN_ISSUER: issuerOf(Stack.of(scope), users),
    SIGN_IN_CLIENT_ID: client.userPoolClientId,
    PUBLIC_URL: publicUrl,
  };
}

/** Where nobody signs in the names are there all the same, so that the functions need not know more. */
export const noSignIn = { SIGN_IN_URL: '', SIGN_IN_ISSUER: '', SIGN_IN_CLIENT_ID: '' };

/** A parameter, so that the local runtime can put its stand-in there; empty means Cognito's own (docs/decisions/0007). */
function managedLoginUrl(scope: Construct, users: IUserPool): string {
  const stack = Stack.of(scope);
  const domain = new UserPoolDomain(scope, 'SignInDomain', {
    userPool: users,
    cognitoDomain: { domainPrefix: `carrier-nest-${domainSuffix(stack)}` },
    managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  });
  const configured = new CfnParameter(stack, 'SignInUrl', { default: '' }).valueAsString;
  const isConfigured = new CfnCondition(stack, 'HasSignInUrl', {
    expression: Fn.conditionNot(Fn.conditionEquals(configured, '')),
  });
  return Fn.conditionIf(isConfigured.logicalId, configured, domain.baseUrl()).toString();
}

/** The prefix must be nobody else's in the Region: the first part of the stack's id, which stays as long as the stack. */
const domainSuffix = ({ stackId }: Stack): string =>
  Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stackId))));

const issuerOf = ({ region, urlSuffix }: Stack, { userPoolId }: IUserPool): string =>
  `https://cognito-idp.${region}.${urlSuffix}/${userPoolId}`;
