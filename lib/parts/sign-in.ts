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

/** The minimum is longer than Cognito's default of 8 characters, because users tend to choose short passwords. */
const passwordLengthMin = 12;

/** The users of the dashboard. They cannot sign up: the operator invites them (`npm run admin -- users invite`). */
export const userPool = (scope: Construct): UserPool =>
  new UserPool(scope, 'Users', {
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    // If users could change their address, a user could claim an address that the operator invites later.
    standardAttributes: { email: { required: true, mutable: false } },
    autoVerify: { email: true },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    // If MFA is optional, Cognito's pages do not offer MFA setup.
    mfa: Mfa.REQUIRED,
    mfaSecondFactor: { otp: true, sms: false },
    passwordPolicy: { minLength: passwordLengthMin, tempPasswordValidity: Duration.days(7) },
    userInvitation: {
      emailSubject: 'Your invitation to Carrier Nest',
      emailBody:
        'The operator of Carrier Nest invited {username}. Ask the operator for the address of the ' +
        'dashboard. Sign in with the password below within seven days, and then choose another ' +
        'password.<br><br>{####}',
    },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });

/**
 * Creates the sign-in for the dashboard: Cognito's pages, and a client that uses PKCE instead of a client secret.
 * Returns the environment variables of the dashboard's functions.
 */
export function signIn(scope: Construct, users: IUserPool, publicUrl: string): Record<string, string> {
  const client = new UserPoolClient(scope, 'Dashboard', {
    userPool: users,
    generateSecret: false,
    authFlows: { userSrp: true },
    supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
    preventUserExistenceErrors: true,
    // The dashboard reads the tokens once, at sign-in, and then discards them.
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
  // Cognito shows no pages for a client without a branding style.
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

/**
 * The environment variables without sign-in. The variables exist but are empty, so that the functions need no special
 * case.
 */
export const noSignIn = { SIGN_IN_URL: '', SIGN_IN_ISSUER: '', SIGN_IN_CLIENT_ID: '' };

/**
 * The sign-in URL is a parameter, so that the local runtime can set a different URL. If the parameter is empty,
 * Cognito's URL is used (docs/decisions/0007).
 */
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

/**
 * The domain prefix must be unique in the Region. The first part of the stack ID is unique and lasts as long as the
 * stack.
 */
const domainSuffix = ({ stackId }: Stack): string =>
  Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stackId))));

const issuerOf = ({ region, urlSuffix }: Stack, { userPoolId }: IUserPool): string =>
  `https://cognito-idp.${region}.${urlSuffix}/${userPoolId}`;
