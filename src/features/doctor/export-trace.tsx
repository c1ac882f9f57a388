import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readFaults, reportFault } from '../../app/faults.ts';
import { APP_VERSION } from '../../app/version.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { useEngine } from '../../session/services.tsx';

/** The last steps as a file: names, numbers and ids, and nothing that anybody wrote. */
export function ExportTrace() {
  const { t } = useTranslation();
  const engine = useEngine();
  const [isCopied, setIsCopied] = useState(false);
  const read = async (): Promise<string> =>
    JSON.stringify({ app: APP_VERSION, trace: await engine.exportTrace(), faults: readFaults() }, null, 1);
  const save = async () => {
    const url = URL.createObjectURL(new Blob([await read()], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `tambay-trace-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`;
    link.click();
    URL.revokeObjectURL(url);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(await read());
    setIsCopied(true);
  };
  return (
    <Section title={t('doctor.trace')} surface="padded" note={t('doctor.traceNote')}>
      <Stack gap="sm">
        <Button
          variant="secondary"
          isWide
          icon={<Download size={20} aria-hidden="true" />}
          onClick={() => void save().catch(reportFault)}
        >
          {t('doctor.saveTrace')}
        </Button>
        <Button
          variant="quiet"
          isWide
          icon={<Copy size={20} aria-hidden="true" />}
          onClick={() => void copy().catch(reportFault)}
        >
          {t(isCopied ? 'action.copied' : 'status.copyReport')}
        </Button>
      </Stack>
    </Section>
  );
}
