import type { MembershipRow } from '../../../protocol/index.ts';
import { ListRow } from '../../components/list-row.tsx';
import { usePinItems } from './use-pin-items.tsx';

/** `usePinItems` as rows of a screen. */
export function PinRows({ place }: { place: MembershipRow }) {
  return usePinItems(place, 22).map(({ id, label, icon, onPress }) => (
    <ListRow key={id} isCompact leading={icon} title={label} onPress={onPress} />
  ));
}
