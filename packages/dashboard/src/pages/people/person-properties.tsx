import type { Contact, ContactProperty, PropertyType } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { SelectField, InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';

type AttributeValue = Contact['attributes'][string];

interface PropertyValue {
  key: string;
  name: string;
  type: PropertyType;
  value: AttributeValue | undefined;
}

/** A field for each property, and for each attribute without a property. */
export function PersonProperties({ contact }: { contact: Contact }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['properties'],
    queryFn: async ({ signal }) => client.listContactProperties({ signal }),
  });
  return (
    <section aria-labelledby="attributes">
      <h2 id="attributes">Properties</h2>
      <QueryBoundary query={query}>
        {({ data }) => <PropertiesForm contact={contact} properties={listPropertyValues(contact, data)} />}
      </QueryBoundary>
    </section>
  );
}

function listPropertyValues(
  { attributes }: Contact,
  properties: readonly ContactProperty[],
): PropertyValue[] {
  const declaredProperties = properties.map(({ key, name, type }) => ({
    key,
    name,
    type,
    value: attributes[key],
  }));
  const undeclaredProperties = Object.entries(attributes)
    .filter(([key]) => !properties.some((property) => property.key === key))
    .map(([key, value]) => ({ key, name: key, type: typeOfValue(value), value }));
  return [...declaredProperties, ...undeclaredProperties];
}

function typeOfValue(value: AttributeValue): PropertyType {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

function PropertiesForm({ contact, properties }: { contact: Contact; properties: readonly PropertyValue[] }) {
  const client = useClient();
  const save = useMutation({
    mutationFn: (formValues: FormValues) =>
      client.updateContact(contact.id, { attributes: readChanges(formValues, properties) }),
    onSuccess: useSuccessEffects(updateEffects(contact.id, 'The properties were saved.')),
  });
  if (properties.length === 0)
    return (
      <p className="quiet">
        No properties are defined. <Link href="/properties">Define the first property</Link>
      </p>
    );
  return (
    <Form
      submitLabel="Save properties"
      isSecondary
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(formValues) => save.mutate(formValues)}
    >
      <div className="pair">
        {properties.map((property) => (
          <ValueField key={property.key} property={property} />
        ))}
      </div>
    </Form>
  );
}

/** A field name that is unique in the form. */
const fieldName = (key: string): string => `property ${key}`;

function ValueField({ property: { key, name, type, value } }: { property: PropertyValue }) {
  const text = value === undefined ? '' : String(value);
  const fieldProps = { label: name, name: fieldName(key), defaultValue: text };
  if (type === 'boolean' && ['', 'true', 'false'].includes(text)) {
    const unsetOption = text === '' ? [['', 'Not set'] as const] : [];
    return <SelectField {...fieldProps} options={[...unsetOption, ['true', 'Yes'], ['false', 'No']]} />;
  }
  // If a value was stored as text before the property had its type, the form shows the value unchanged.
  const isNumber = type === 'number' && typeof value !== 'string';
  return (
    <InputField
      {...fieldProps}
      {...(isNumber && { type: 'number', step: 'any', required: value !== undefined })}
    />
  );
}

/** Converts the text to the type of the property. If the stored value is text, returns text, which the API converts if the
 * key has a property. */
function parseValue(text: string, type: PropertyType, previous: AttributeValue | undefined): AttributeValue {
  if (type === 'boolean' && text !== '') return text === 'true';
  return type === 'number' && typeof previous !== 'string' ? Number(text) : text;
}

/** Reads only the changed values. */
function readChanges(
  formValues: FormValues,
  properties: readonly PropertyValue[],
): Record<string, AttributeValue> {
  const changes = properties.flatMap(({ key, type, value }) => {
    const text = formValues.text(fieldName(key));
    if (text === (value === undefined ? '' : String(value))) return [];
    return [[key, parseValue(text, type, value)] as const];
  });
  return Object.fromEntries(changes);
}
