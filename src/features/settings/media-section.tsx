import { CloudDownload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../app/device-storage.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Stack } from '../../components/stack.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { type DataSaver, setDataSaver, useDataSaverChoice } from '../media/data-saver.ts';
import { getReady, type Readiness } from '../media/get-ready.ts';
import * as styles from './media-section.css.ts';

const SIZES_MB = ['10', '30', '60'] as const;
type SizeMb = (typeof SIZES_MB)[number];

/** When pictures are loaded on this device, and what it takes along into a place without a signal. */
export function MediaSection() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const names: Record<DataSaver, string> = {
    auto: t('media.saverAuto'),
    off: t('media.saverOff'),
    on: t('media.saverOn'),
  };
  const choice = useDataSaverChoice();
  return (
    <>
      <Section anchor="saver" title={t('media.saver')} surface="padded" note={t('media.saverHint')}>
        <Segmented
          label={t('media.saver')}
          value={choice}
          options={(['auto', 'off', 'on'] as const).map((value) => ({ value, label: names[value] }))}
          onChange={setDataSaver}
        />
      </Section>
      <Section>
        <ListRow
          anchor="going-offline"
          isCompact
          leading={<CloudDownload size={22} aria-hidden="true" />}
          title={t('media.goingOffline')}
          onPress={() => setIsOpen(true)}
        />
      </Section>
      <Sheet
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        layout="padded"
        title={t('media.goingOffline')}
        description={t('media.goingOfflineHint')}
      >
        <GetReady />
      </Sheet>
    </>
  );
}

function GetReady() {
  const { t, i18n } = useTranslation();
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const [withChats, setWithChats] = useState(true);
  const [withPosts, setWithPosts] = useState(true);
  const [withPictures, setWithPictures] = useState(true);
  const [sizeMb, setSizeMb] = useState<SizeMb>('30');
  const [share, setShare] = useState<number | null>(null);
  const [ready, setReady] = useState<Readiness | null>(null);
  const running = useRef<AbortController | null>(null);
  const isOffline = connection === 'offline';
  const start = async () => {
    const stop = new AbortController();
    running.current = stop;
    setReady(null);
    setShare(0);
    const wishes = { withChats, withPosts, withPictures, maxBytes: Number(sizeMb) * 1_000_000 };
    try {
      setReady(await getReady(engine, wishes, { signal: stop.signal, onProgress: setShare }));
    } finally {
      setShare(null);
    }
  };
  return (
    <Stack>
      <SwitchRow label={t('media.takeChats')} isOn={withChats} onChange={setWithChats} />
      <SwitchRow label={t('media.takePosts')} isOn={withPosts} onChange={setWithPosts} />
      <SwitchRow label={t('media.takePictures')} isOn={withPictures} onChange={setWithPictures} />
      {withPictures && (
        <Segmented
          label={t('media.takeAtMost')}
          value={sizeMb}
          options={SIZES_MB.map((value) => ({
            value,
            label: formatBytes(i18n.language, Number(value) * 1_000_000),
          }))}
          onChange={setSizeMb}
        />
      )}
      {share !== null && (
        <progress className={styles.meter} value={share} max={1} aria-label={t('media.gettingReady')} />
      )}
      <p className={styles.said} role="status">
        {isOffline && share === null && ready === null && t('media.readyOffline')}
        {share !== null && t('media.gettingReady')}
        {ready &&
          t('media.readyWith', {
            chats: ready.chats,
            pictures: ready.pictures,
            wanted: ready.wantedPictures,
            size: formatBytes(i18n.language, ready.bytes),
          })}
      </p>
      {share === null ? (
        <Button isWide disabled={isOffline || !(withChats || withPosts)} onClick={() => void start()}>
          {t('media.getReady')}
        </Button>
      ) : (
        <Button isWide variant="secondary" onClick={() => running.current?.abort()}>
          {t('media.stop')}
        </Button>
      )}
    </Stack>
  );
}
