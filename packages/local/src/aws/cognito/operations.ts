import { z } from 'zod';
import { AwsError } from '../stand-in';
import type { Pool, PoolUser } from './user-pool';

const UserInput = z.strictObject({ UserPoolId: z.string(), Username: z.string().min(1).max(128) });

const Attributes = z.array(z.strictObject({ Name: z.enum(['email', 'email_verified']), Value: z.string() }));

/** The schema is strict, so that an unsupported parameter is refused instead of ignored. */
const AdminCreateUser = UserInput.extend({
  UserAttributes: Attributes.default([]),
  DesiredDeliveryMediums: z.array(z.literal('EMAIL')).optional(),
  /** Repeats the invitation of an existing user. The local Cognito sends no email. */
  MessageAction: z.literal('RESEND').optional(),
});

interface Operation {
  input: z.ZodType<z.infer<typeof UserInput>>;
  /** Returns undefined if the operation has no output. */
  run: (pool: Pool, input: unknown, now: number) => object | undefined;
}

export const operations: Record<string, Operation> = {
  AdminCreateUser: {
    input: AdminCreateUser,
    run: (pool, input, now) => {
      const { Username, UserAttributes, MessageAction } = parse(AdminCreateUser, input);
      if (MessageAction) return { User: presentUser(pool.get(Username)) };
      const attributes = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
      const user = pool.create(Username, attributes, now);
      return { User: { ...presentUser(user), Attributes: presentAttributes(user) } };
    },
  },
  AdminGetUser: {
    input: UserInput,
    run: (pool, input) => {
      const user = pool.get(parse(UserInput, input).Username);
      return { ...presentUser(user), UserAttributes: presentAttributes(user) };
    },
  },
  AdminDeleteUser: {
    input: UserInput,
    run: (pool, input) => {
      pool.delete(parse(UserInput, input).Username);
      return undefined;
    },
  },
};

export function parse<Input>(schema: z.ZodType<Input>, input: unknown): Input {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AwsError('InvalidParameterException', z.prettifyError(parsed.error));
}

/** In a pool whose users sign in with their email address, Cognito uses the user's id as the username. */
const presentUser = ({ id, createdAt, isConfirmed }: PoolUser) => ({
  Username: id,
  Enabled: true,
  UserStatus: isConfirmed ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
  UserCreateDate: createdAt / 1000,
  UserLastModifiedDate: createdAt / 1000,
});

const presentAttributes = ({ attributes }: PoolUser) =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
