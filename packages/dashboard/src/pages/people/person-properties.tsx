import type { Contact, ContactProperty, PropertyType } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Choice, Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { useChanged } from './use-changed';

type Value = Contact['attributes'][string];

interface Known {
  key: string;
  name: string;
  type: PropertyType;
  value: Value | undefined;
}

/** What you keep about them: a field for each property, and for what no property describes any more. */
export function PersonProperties({ contact }: { contact: Contact }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['properties'],
    queryFn: async ({ signal }) => client.listContactProperties({ signal }),
  });
  return (
    <section aria-labelledby="attributes">
      <h2 id="attributes">Properties</h2>
      <Loaded query={query}>
        {({ data }) => <Values contact={contact} known={knownOf(contact, data)} />}
      </Loaded>
    </section>
  );
}

function knownOf({ attributes }: Contact, properties: readonly ContactProperty[]): Known[] {
  const declared = properties.map(({ key, name, type }) => ({ key, name, type, value: attributes[key] }));
  const others = Object.entries(attributes)
    .filter(([key]) => !properties.some((property) => property.key === key))
    .map(([key, value]) => ({ key, name: key, type: typeOf(value), value }));
  return [...declared, ...others];
}

function typeOf(value: Value): PropertyType {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

function Values({ contact, known }: { contact: Contact; known: readonly Known[] }) {
  const client = useClient();
  const changed = useChanged();
  const say = useToast();
  const save = useMutation({
    mutationFn: (entered: Entered) =>
      client.updateContact(contact.id, { attributes: changesIn(entered, known) }),
    onSuccess: async (now) => {
      say('The properties were saved.');
      await changed(now);
    },
  });
  if (known.length === 0)
    return (
      <p className="quiet">
        None are defined. <Link href="/properties">Define the first one</Link>
      </p>
    );
  return (
    <Form
      action="Save the properties"
      isMinor
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(entered) => save.mutate(entered)}
    >
      <div className="pair">
        {known.map((property) => (
          <ValueField key={property.key} property={property} />
        ))}
      </div>
    </Form>
  );
}

/** A name of a field that no other field of the form has. */
const fieldOf = (key: string): string => `property ${key}`;

function ValueField({ property: { key, name, type, value } }: { property: Known }) {
  const shown = value === undefined ? '' : String(value);
  const common = { label: name, name: fieldOf(key), defaultValue: shown };
  if (type === 'boolean' && ['', 'true', 'false'].includes(shown)) {
    const unset = shown === '' ? [['', 'Not known'] as const] : [];
    return <Choice {...common} options={[...unset, ['true', 'Yes'], ['false', 'No']]} />;
  }
  // A value from before the property had its type is shown as it is.
  const isNumber = type === 'number' && typeof value !== 'string';
  return (
    <Field {...common} {...(isNumber && { type: 'number', step: 'any', required: value !== undefined })} />
  );
}

/** The API reads a text as its property says, if there is one. */
function valueOf(text: string, type: PropertyType, before: Value | undefined): Value {
  if (type === 'boolean' && text !== '') return text === 'true';
  return type === 'number' && typeof before !== 'string' ? Number(text) : text;
}

/** What was not touched stays unsaid. */
function changesIn(entered: Entered, known: readonly Known[]): Record<string, Value> {
  const changes = known.flatMap(({ key, type, value }) => {
    const text = entered.text(fieldOf(key));
    if (text === (value === undefined ? '' : String(value))) return [];
    return [[key, valueOf(text, type, value)] as const];
  });
  return Object.fromEntries(changes);
}
