import { useTranslation } from 'react-i18next';
import { switchLab } from '../../app/lab-switch.ts';
import { useBack } from '../../app/use-back.ts';
import { useObservable } from '../../app/use-observable.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { useEngine } from '../../session/services.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { lab } from './lab.ts';
import { type LabFault, labFaults } from './lab-faults.ts';
import { ReplaySection } from './replay-section.tsx';

/** `/profile/network-lab`: everything that can go wrong, at the turn of a switch, in the app that is running. */
export function NetworkLabScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/settings');
  const engine = useEngine();
  const on = useObservable(lab.faults.on);
  const change = (fault: LabFault, isOn: boolean) => {
    lab.faults.set(fault, isOn);
    // Seen at once, also by code that has no request open now; and what waited for its end is tried.
    void engine.sync();
  };
  return (
    <Screen
      width="narrow"
      isPadded
      banner={<TroubleBanner />}
      header={<AppHeader title={t('lab.title')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      <Section note={t('lab.onNote')}>
        <SwitchRow label={t('lab.on')} isOn onChange={() => switchLab(false)} />
      </Section>
      <Section title={t('lab.faults')} note={t('lab.faultsNote')}>
        {labFaults.map((fault) => (
          <SwitchRow
            key={fault}
            label={t(`lab.fault.${fault}`)}
            hint={t(`lab.effect.${fault}`)}
            isOn={on.has(fault)}
            onChange={(isOn) => change(fault, isOn)}
          />
        ))}
      </Section>
      <ReplaySection />
    </Screen>
  );
}
