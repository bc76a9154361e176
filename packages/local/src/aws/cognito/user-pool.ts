import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { DurableMap } from '../../machine/durable-map';
import type { UserPoolSpec } from '../../template/deployment';
import { AwsError } from '../stand-in';

export interface PoolUser {
  /** Cognito's `sub`. */
  id: string;
  /** Lower case, because usernames in the pool are not case-sensitive. */
  email: string;
  attributes: Record<string, string>;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Whether the user has signed in. On AWS, the first sign-in also sets a password. */
  isConfirmed: boolean;
}

const Address = z.email().max(128);

/** A user pool whose users sign in with their email address. There are no passwords. */
export class Pool {
  private readonly byEmail: DurableMap<PoolUser>;

  constructor(
    readonly spec: UserPoolSpec,
    dataDir: string,
  ) {
    this.byEmail = new DurableMap(join(dataDir, `${spec.id}.jsonl`));
  }

  users(): PoolUser[] {
    return this.byEmail.values();
  }

  create(username: string, attributes: Record<string, string>, createdAt: number): PoolUser {
    const email = username.toLowerCase();
    if (!Address.safeParse(email).success)
      throw new AwsError('InvalidParameterException', 'Username should be an email.');
    if (this.byEmail.has(email)) throw new AwsError('UsernameExistsException', 'User account already exists');
    const id = randomUUID();
    const user = { id, email, attributes: { ...attributes, email, sub: id }, createdAt, isConfirmed: false };
    this.byEmail.set(email, user);
    return user;
  }

  /** Finds a user by email address or id. Throws `AwsError('UserNotFoundException')` if there is no such user. */
  get(username: string): PoolUser {
    const user = this.byEmail.get(username.toLowerCase()) ?? this.users().find(({ id }) => id === username);
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    return user;
  }

  confirm(user: PoolUser): void {
    this.byEmail.set(user.email, { ...user, isConfirmed: true });
  }

  delete(username: string): void {
    this.byEmail.delete(this.get(username).email);
  }

  close(): void {
    this.byEmail.close();
  }
}
