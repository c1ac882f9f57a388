/** A believable evening: who writes to whom in the catalogue. */
export interface Person {
  id: string;
  name: string;
  code: string;
}

export const me: Person = {
  id: '0197a3c2-0001-7000-8000-000000000001',
  name: 'Ana Reyes',
  code: 'H7K2M9QX4TWB3',
};
export const ben: Person = {
  id: '0197a3c2-0002-7000-8000-000000000002',
  name: 'Ben Dela Cruz',
  code: '3PX9T4ZC8VDM1',
};
export const people: readonly Person[] = [
  ben,
  { id: '0197a3c2-0003-7000-8000-000000000003', name: 'Marikit Santos', code: 'R2D8W6NB5YHKJ' },
  { id: '0197a3c2-0004-7000-8000-000000000004', name: 'Jun-jun', code: 'Q4V7E1XS9MPT6' },
  { id: '0197a3c2-0005-7000-8000-000000000005', name: 'Tita Baby Villanueva', code: 'Z8C3K5GF2RWN0' },
  { id: '0197a3c2-0006-7000-8000-000000000006', name: 'Paolo Ñunez', code: 'T6M1H9BD7XQV4' },
  {
    id: '0197a3c2-0007-7000-8000-000000000007',
    name: 'Dagatnon Enrile Macaraeg-Fernandez',
    code: 'W5N2J8PC4ZKS9',
  },
  { id: '0197a3c2-0008-7000-8000-000000000008', name: 'Liwayway', code: 'B9X4Q7TV1HMR3' },
  { id: '0197a3c2-0009-7000-8000-000000000009', name: 'Kuya Rey', code: 'D3G6S2WK8NPY5' },
];

export interface ChatSample {
  person: Person;
  text: string;
  time: string;
  unread: number;
  lead?: 'draft' | 'you';
}

const at = (index: number): Person => people[index] ?? ben;

export const chats: readonly ChatSample[] = [
  { person: ben, text: 'Nasa terminal na ako, sakay na ng 7:15 😄', time: '7:02 PM', unread: 3 },
  {
    person: at(1),
    text: 'see you sa Sabado, wag kalimutan yung payong',
    time: '6:41 PM',
    unread: 0,
    lead: 'draft',
  },
  {
    person: at(2),
    text: 'Na-send ko na yung notes. Paki-check kung kumpleto',
    time: '5:18 PM',
    unread: 0,
    lead: 'you',
  },
  { person: at(3), text: 'Anak kumain ka na ba', time: '12:30 PM', unread: 128 },
  { person: at(4), text: 'haha grabe yung traffic sa EDSA', time: 'Thu', unread: 0 },
  {
    person: at(5),
    text: 'Thank you for the ride last night, very much appreciated!',
    time: 'Wed',
    unread: 0,
  },
  { person: at(6), text: 'Magkaibigan na kayo. Mag-hello na!', time: 'Nov 12', unread: 1 },
  { person: at(7), text: 'ok 👍', time: 'Nov 9', unread: 0, lead: 'you' },
];
