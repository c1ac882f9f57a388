import { Link } from '@tanstack/react-router';
import { CloudOff, Laptop, QrCode, ScanLine, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionRow } from '../../../protocol/index.ts';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { formatDate } from '../../i18n/format.ts';
import { AccountScreenFrame } from '../shell/account-screen-frame.tsx';
import { RowList } from '../shell/row-list.tsx';
import { When } from '../shell/when.tsx';
import { useDevices } from './use-devices.ts';

/** `/profile/devices`: where the member is signed in, and how to end that. */
export function DevicesScreen() {
  const { t } = useTranslation();
  return (
    <AccountScreenFrame title={t('devices.title')} backTo="/profile/settings">
      <Devices />
    </AccountScreenFrame>
  );
}

function Devices() {
  const { t } = useTranslation();
  const { devices, state, reload, end, endOthers } = useDevices();
  const [isEndingAll, setIsEndingAll] = useState(false);
  if (state === 'loading') return <SkeletonList rows={3} />;
  if (state === 'unreachable') {
    return (
      <EmptyState
        icon={<CloudOff size={32} />}
        line={t('devices.unreachable')}
        hint={t('devices.unreachableHint')}
        action={<Button onClick={() => void reload()}>{t('action.tryAgain')}</Button>}
      />
    );
  }
  const here = devices.filter(({ isCurrent }) => isCurrent);
  const others = devices.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <Section title={t('devices.here')}>
        {here.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </Section>
      <Section title={t('devices.others')} note={t('devices.note')}>
        {others.length === 0 ? (
          <ListRow isCompact title={t('devices.noOthers')} />
        ) : (
          <ArrowRows>
            <RowList items={others} keyOf={({ id }) => id}>
              {(device) => <DeviceRow device={device} onEnd={() => end(device)} />}
            </RowList>
          </ArrowRows>
        )}
      </Section>
      <Section title={t('qr.newDevice')}>
        <LinkRow icon={ScanLine} title={t('qr.scanDevice')} render={<Link to="/profile/scan" />} />
        <LinkRow icon={QrCode} title={t('qr.addDevice')} render={<Link to="/profile/add-device" />} />
      </Section>
      {others.length > 0 && (
        <Button variant="dangerQuiet" isWide onClick={() => setIsEndingAll(true)}>
          {t('devices.endOthers')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isEndingAll}
        onOpenChange={setIsEndingAll}
        tone="danger"
        title={t('devices.endOthersTitle')}
        body={t('devices.endOthersBody')}
        confirmLabel={t('devices.endOthers')}
        onConfirm={() => {
          setIsEndingAll(false);
          void endOthers();
        }}
      />
    </>
  );
}

/** The server names devices in English, by what their browser says. */
const useDeviceName = (deviceName: string): string => {
  const { t } = useTranslation();
  const [browser, device] = deviceName.split(' on ', 2);
  if (deviceName === 'Unknown device') return t('account.deviceUnknown');
  return browser && device ? t('account.deviceNamed', { browser, device }) : deviceName;
};

const PHONES = /Android|iPhone|iPad/;

function DeviceRow({ device, onEnd }: { device: SessionRow; onEnd?: () => Promise<void> }) {
  const { t, i18n } = useTranslation();
  const name = useDeviceName(device.deviceName);
  const [isEnding, setIsEnding] = useState(false);
  const since = formatDate(i18n.language, 'dayYear', new Date(device.createdAt));
  const Icon = PHONES.test(device.deviceName) ? Smartphone : Laptop;
  return (
    <ListRow
      isWrapping
      hasActionsBeside
      leading={<Icon size={22} aria-hidden="true" />}
      title={name}
      subtitle={
        <>
          {device.isCurrent ? (
            t('devices.active')
          ) : (
            <When at={Date.parse(device.lastUsedAt)} say={(time) => t('devices.used', { time })} />
          )}
          {` · ${t('devices.since', { date: since })}`}
        </>
      }
      {...(onEnd
        ? {
            actions: (
              <Button
                variant="outline"
                size="sm"
                isLoading={isEnding}
                aria-label={t('devices.endOne', { name })}
                onClick={() => {
                  setIsEnding(true);
                  void onEnd().finally(() => setIsEnding(false));
                }}
              >
                {t('profile.signOut')}
              </Button>
            ),
          }
        : {})}
    />
  );
}
