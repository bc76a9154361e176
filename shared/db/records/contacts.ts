import type { DueFields } from './due';

/** A person whom the workspace knows: once, however many audiences they are on (C-1, C-2). */
export interface Contact extends Partial<DueFields> {
  id: string;
  workspaceId: string;
  /** Bare and lower-cased. */
  email: string;
  firstName?: string;
  lastName?: string;
  /** The ids of the audiences; absent where there are none. */
  audiences?: ReadonlySet<string>;
  tags?: ReadonlySet<string>;
  attributes: Attributes;
  /** Attributes whose text has capitals, without them: what a segment looks through (segments/match-condition.ts). */
  folded: Readonly<Record<string, string>>;
  /** They want no marketing mail. */
  unsubscribedAt?: string;
  /** The ids of topics that they chose to get mail about, and not to: a copy of what stands under their address. */
  topicsIn?: ReadonlySet<string>;
  topicsOut?: ReadonlySet<string>;
  lastOpenedAt?: string;
  lastClickedAt?: string;
  lastSentAt?: string;
  /** When they were last active elsewhere, as the workspace says. */
  lastActiveAt?: string;
  /** Enrollments that are to begin because they joined an audience or gained a tag: enrollments/triggered-enrollments.ts. */
  pendingTriggers?: ReadonlySet<string>;
  createdAt: string;
}

/** What somebody newly has. */
export interface ContactGains {
  joinsAudience: boolean;
  tags: readonly string[];
}

/** What a contact is marked with, in the write that has them join or gain. Empty where nothing begins. */
export type TriggerAttributes = Partial<DueFields> & { pendingTriggers: ReadonlySet<string> };

export type MatchTriggers = (
  contact: Pick<Contact, 'id' | 'email'>,
  gains: ContactGains,
) => TriggerAttributes;

export type AttributeValue = string | number | boolean;

/** What the workspace keeps about a person, by property. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** Numbers that the table keeps as they are. */
export const isStorableNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) <= Number.MAX_SAFE_INTEGER && Math.abs(value) >= 1e-100);

export const propertyTypes = ['string', 'number', 'boolean'] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** What an attribute is called and how its values are read (C-11, C-23). */
export interface ContactProperty {
  workspaceId: string;
  key: string;
  name: string;
  type: PropertyType;
  createdAt: string;
  updatedAt: string | null;
}

/** No contact can have an attribute of this name (C-12). */
export const isInvalidAttributeKey = (key: string): boolean =>
  key === '' || /[.\0]|^\$|^__proto__$/.test(key);

export const attributeKeyRule =
  'must not be empty, contain a dot or a null character, begin with $ or be __proto__';

/** So much is known of one person at once: a record of the table takes 400 KB, its texts twice. */
export const attributesBytesMax = 65_536;

/** What can be described of people differs less than people do: more come from a mistake in an import. */
export const propertiesMax = 500;

/** What is longer is no key of the table. */
export const propertyKeyMax = 100;

/** Under an address: whose it is. */
export interface ContactPointer {
  id: string;
}

/** How many contacts carry a tag. */
export interface TagCount {
  count: number;
}

/** Tags that a transaction gave to contacts, before they are in the counts. */
export interface PendingTagCounts {
  counts: readonly (readonly [tag: string, count: number])[];
}
