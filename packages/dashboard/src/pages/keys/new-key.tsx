import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { CheckboxField, InputField } from '../../parts/field';
import { parseCommaList } from '../../parts/format';
import { Form, type FormValues } from '../../parts/form';
import { ShowOnce } from '../../parts/show-once';
import { createKey, scopes, type NewApiKey } from '../../service/keys';
import { useSession } from '../../session/session';

/** Creates a key and shows it once. */
export function NewKey() {
  const [isOpen, setOpen] = useState(false);
  const session = useSession();
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (formValues: FormValues) => createKey(session, readNewKey(formValues)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
  const close = (): void => {
    setOpen(false);
    // Drops the last copy of the key from memory.
    create.reset();
  };
  return (
    <>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        Create API key
      </button>
      {isOpen && (
        <Dialog title={create.data ? 'Your new API key' : 'Create an API key'} onClose={close}>
          {create.data ? (
            <ShowOnce secret={create.data.key} itemLabel="API key" onDone={close} />
          ) : (
            <Form
              submitLabel="Create"
              isBusy={create.isPending}
              error={create.error}
              onCancel={close}
              onSubmit={(formValues) => create.mutate(formValues)}
            >
              <NewKeyFields />
            </Form>
          )}
        </Dialog>
      )}
    </>
  );
}

function NewKeyFields() {
  return (
    <>
      <InputField label="Name" name="name" required maxLength={80} placeholder="Support agent" />
      <fieldset>
        <legend>Scopes</legend>
        <div className="checks">
          {scopes.map((scope) => (
            <CheckboxField
              key={scope}
              label={scope}
              name="scopes"
              value={scope}
              defaultChecked={defaultScopes.includes(scope)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Guardrails</legend>
        <CheckboxField label="Require approval for every email" name="requires_approval" />
        <InputField label="Daily recipient limit" name="daily_send_limit" type="number" min={1} step={1} />
        <InputField
          label="Allowed recipients"
          name="allowed_recipients"
          placeholder="kim@example.com, acme.example"
          hint="Addresses or domains, separated by commas. Leave empty to allow all."
        />
      </fieldset>
    </>
  );
}

const defaultScopes: readonly string[] = ['emails:send', 'emails:read', 'threads:read'];

function readNewKey(formValues: FormValues): NewApiKey {
  const limit = formValues.text('daily_send_limit');
  return {
    name: formValues.text('name'),
    scopes: formValues.all('scopes'),
    daily_send_limit: limit ? Number(limit) : null,
    allowed_recipients: parseCommaList(formValues.text('allowed_recipients')),
    requires_approval: formValues.isChecked('requires_approval'),
  };
}
