import { useMutation } from '@tanstack/react-query';
import { SelectField, InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { useSuccessEffects } from '../../parts/success-effects';
import { control } from '../../service/control';

function useSaveEntry(list: 'dns' | 'hosts', save: (formValues: FormValues) => Promise<object>) {
  return useMutation({
    mutationFn: save,
    onSuccess: useSuccessEffects<object>({ successToast: 'The entry was saved.', invalidateKeys: [[list]] }),
  });
}

export function HostForm() {
  const saveEntry = useSaveEntry('hosts', (formValues) =>
    control.putHost(formValues.text('name'), formValues.text('to')),
  );
  return (
    <Form
      submitLabel="Save host"
      isBusy={saveEntry.isPending}
      error={saveEntry.error}
      onSubmit={(formValues) => saveEntry.mutate(formValues)}
    >
      <div className="pair">
        <InputField label="Host" name="name" required placeholder="hooks.acme.example" />
        <InputField label="Target" name="to" required placeholder="127.0.0.1:9999" />
      </div>
    </Form>
  );
}

const recordTypes = [
  ['A', 'A'],
  ['AAAA', 'AAAA'],
  ['MX', 'MX'],
  ['TXT', 'TXT'],
  ['CNAME', 'CNAME'],
  ['NXDOMAIN', 'NXDOMAIN (no such name)'],
  ['SERVFAIL', 'SERVFAIL (server failure)'],
  ['TIMEOUT', 'TIMEOUT (no response)'],
] as const;

const failures: readonly string[] = ['NXDOMAIN', 'SERVFAIL', 'TIMEOUT'];

export function DnsNameForm() {
  const saveEntry = useSaveEntry('dns', (formValues) =>
    control.putDns(formValues.text('name'), readDnsSettings(formValues)),
  );
  return (
    <Form
      submitLabel="Save name"
      isBusy={saveEntry.isPending}
      error={saveEntry.error}
      onSubmit={(formValues) => saveEntry.mutate(formValues)}
    >
      <div className="pair">
        <InputField label="Name" name="name" required placeholder="shop.example" />
        <SelectField label="Type" name="type" options={recordTypes} />
        <InputField
          label="Value"
          name="value"
          placeholder="203.0.113.7"
          hint="Replaces the records of the name. For MX, enter the priority and the host."
        />
      </div>
    </Form>
  );
}

function readDnsSettings(formValues: FormValues): object {
  const [type, value] = [formValues.text('type'), formValues.text('value')];
  if (failures.includes(type)) return { error: type };
  if (type !== 'MX') return { [type]: value ? [value] : [] };
  const [, priority = '10', exchange = value] = /^(\d+)\s+(\S+)$/.exec(value) ?? [];
  return { MX: value ? [{ exchange, priority: Number(priority) }] : [] };
}
