import { join } from 'node:path';
import { DurableMap } from '../../machine/durable-map';
import { AwsError } from '../stand-in';
import type { ConfigurationSetOptions, EventDestinationInput, Tags } from './inputs';
import { legacyTags } from './legacy-tags';

export interface EventDestination {
  Name: string;
  Enabled: boolean;
  MatchingEventTypes: string[];
  SnsDestination: { TopicArn: string };
}

interface ConfigurationSet {
  name: string;
  options: ConfigurationSetOptions;
  destinations: EventDestination[];
  /** Undefined in sets that an older version of the runtime stored. */
  tags?: Tags;
}

/** The configuration sets with their options and event destinations. */
export class ConfigurationSets {
  private readonly sets: DurableMap<ConfigurationSet>;

  /** `names` are the configuration sets of the template. */
  constructor(dataDir: string, names: string[]) {
    this.sets = new DurableMap(join(dataDir, 'configuration-sets.jsonl'));
    for (const name of names) {
      if (!this.sets.has(name)) this.sets.set(name, { name, options: {}, destinations: [], tags: [] });
    }
  }

  create(name: string, options: ConfigurationSetOptions, tags: Tags = []): void {
    if (this.sets.has(name)) throw alreadyExists(`Configuration set <${name}> already exists.`);
    this.sets.set(name, { name, options, destinations: [], tags });
  }

  /** Throws `AwsError('NotFoundException')` if the set does not exist. */
  get(name: string): ConfigurationSet {
    const set = this.sets.get(name);
    if (!set) throw notFound(`Configuration set <${name}> does not exist.`);
    return set;
  }

  describe(name: string): unknown {
    return { ConfigurationSetName: name, Tags: this.tags(name), ...this.get(name).options };
  }

  remove(name: string): void {
    this.sets.delete(this.get(name).name);
  }

  putOptions(name: string, options: ConfigurationSetOptions): void {
    const set = this.get(name);
    this.sets.set(name, { ...set, options: { ...set.options, ...options } });
  }

  createDestination(input: EventDestinationInput): void {
    this.refuseExistingDestination(input);
    const set = this.get(input.ConfigurationSetName);
    this.sets.set(set.name, { ...set, destinations: [...set.destinations, destinationOf(input)] });
  }

  refuseExistingDestination({
    ConfigurationSetName,
    EventDestinationName: name,
  }: EventDestinationInput): void {
    const isExisting = this.get(ConfigurationSetName).destinations.some(({ Name }) => Name === name);
    if (isExisting) throw alreadyExists(`Event destination <${name}> already exists.`);
  }

  updateDestination(input: EventDestinationInput): void {
    const set = this.expectDestination(input.ConfigurationSetName, input.EventDestinationName);
    const updated = destinationOf(input);
    const destinations = set.destinations.map((existing) =>
      existing.Name === updated.Name ? updated : existing,
    );
    this.sets.set(set.name, { ...set, destinations });
  }

  removeDestination(name: string, destinationName: string): void {
    const set = this.expectDestination(name, destinationName);
    const destinations = set.destinations.filter(({ Name }) => Name !== destinationName);
    this.sets.set(name, { ...set, destinations });
  }

  /** Returns an empty list if the set does not exist. */
  tags(name: string): Tags {
    const set = this.sets.get(name);
    return set ? (set.tags ?? legacyTags) : [];
  }

  /** Returns an empty list if the set does not exist. */
  destinations(name: string): EventDestination[] {
    return this.sets.get(name)?.destinations ?? [];
  }

  names(): string[] {
    return this.sets.values().map(({ name }) => name);
  }

  close(): void {
    this.sets.close();
  }

  expectDestination(name: string, destinationName: string): ConfigurationSet {
    const set = this.get(name);
    if (set.destinations.some(({ Name }) => Name === destinationName)) return set;
    throw notFound(`Event destination <${destinationName}> does not exist.`);
  }
}

function destinationOf({ EventDestinationName, EventDestination }: EventDestinationInput): EventDestination {
  return { Name: EventDestinationName, ...EventDestination };
}

function alreadyExists(message: string): AwsError {
  return new AwsError('AlreadyExistsException', message);
}

function notFound(message: string): AwsError {
  return new AwsError('NotFoundException', message, 404);
}
