/**
 * What comes of each command about messages and people. A block is one place for an id in one or more mutations, a line what
 * comes of one thing there: one cell for each actor who tries it, in the order of ACTORS, or one for all of them.
 *
 *   S P F B b N I M A L R O; only S F M O in later places of a mutation, and for what is equally far from all
 *
 *   + applied · * applied, and somebody else is in a chat that they were not in · . applied, and no one can read anything new
 *   - not_found · x forbidden · v validation · i impossible · t id_taken · c conflict · s self_request · f already_friends
 *   r already_requested · n successor_required · m dependency_missing · o request_text_only
 *
 * `all`: what is not named. `another kind`: ids of other kinds, tried by O. Without a line: not_found.
 */
export const PEOPLE_TABLE = `
sendMessage | chatId
  -------++--+ O's group
  +            O's public chat
  --+--------+ O and F
  -+---------+ P's request
  +            own
sendMessage | recipientId
  -+*+         O
  -+-+         F
  --+*         M
  ---+         D
  ---+         L
  ---+         R
  +            oneself
sendMessage | recipientId, own chat
  v            another kind
  v            all
sendMessage | chatId, to O
  v            another kind
  v            all
  v+vv         O and F
sendMessage | id
  +            another kind
  v            not friendship of O and F
  v            not the nil id
  t            all
sendMessage | replyToId
  i            another kind
  i            all
  +            own, own chat
sendMessage | images
  +            another kind
  v            not friendship of O and F
  v            not the nil id
  i+i+         F's, private
  iii+         O's, unused
  +            own file
sendMessage | files
  +            another kind
  v            not friendship of O and F
  v            not the nil id
  i+i+         F's, private
  iii+         O's, unused
  +            own file
sendMessage | video
  +            another kind
  v            not friendship of O and F
  v            not the nil id
  i            all
sendMessage | mentions
  +            another kind
  +            all
editMessage | messageId
  -------xx--+ O's, group
  -------+x--x M's, group
  -------xx--c deleted, group
  -----------+ early, group
  -----+-----x N's, public
  --x--------+ O's, to F
  --+--------x F's, to O
  +            own, own chat
editMessage | chatId, O's
  --x+         O's group
  ---x         P's request
editMessage | messageId, own chat
  +            own, own chat
editMessage | mentions
  +            another kind
  +            all
deleteMessage | messageId
  -------xx--+ O's, group
  -------+x--x M's, group
  -------xx--. deleted, group
  -----------+ early, group
  xxxxx+xxxxxx N's, public
  --x--------+ O's, to F
  --+--------x F's, to O
  +            own, own chat
deleteMessage | chatId, O's
  --x+         O's group
  xxx-         O's public chat
hideMessage | messageId
  -------++--+ O's, group
  -------++--+ M's, group
  -------++--+ deleted, group
  -----------+ early, group
  xxxxx+xxxxx+ N's, public
  --+--------+ O's, to F
  --+--------+ F's, to O
  +            own, own chat
hideMessage | chatId, O's
  --++         O's group
  xxx-         O's public chat
withdrawFile | messageId
  -------xx--. O's, group
  -------.x--x M's, group
  -------xx--. deleted, group
  -----------. early, group
  xxxxx.xxxxxx N's, public
  --x--------. O's, to F
  --.--------x F's, to O
  .            own, own chat
withdrawFile | chatId, O's
  --x.         O's group
  xxx-         O's public chat
withdrawFile | fileId
  .            another kind
  .            all
reactToMessage | messageId
  -------++--+ O's, group
  -------++--+ M's, group
  -------cc--c deleted, group
  -----------+ early, group
  -----+-----+ N's, public
  --+--------+ O's, to F
  --+--------+ F's, to O
  +            own, own chat
reactToMessage | chatId, O's
  --++         O's group
  ---x         P's request
markListened | messageId
  .            another kind
  .            all
markListened | chatId, O's
  .            another kind
  .            all
pinMessage | messageId
  -------x+--+ O's, group
  -------x+--+ M's, group
  -------xc--c deleted, group
  -----------+ early, group
  -----x-----+ N's, public
  --+--------+ O's, to F
  --+--------+ F's, to O
  +            own, own chat
pinMessage | chatId, O's
  --x+         O's group
  ---x         P's request
starMessage | messageId
  -------++--+ O's, group
  -------++--+ M's, group
  -------cc--c deleted, group
  -----------+ early, group
  xxxxx+xxxxx+ N's, public
  --+--------+ O's, to F
  --+--------+ F's, to O
  +            own, own chat
starMessage | chatId, O's
  --++         O's group
  xxx-         O's public chat
markSeen | chatId
  -------..--+ O's group
  -----+-----+ O's public chat
  --+--------+ O and F
  -+---------+ P's request
  ---+-------+ O and B
  ----+------+ O and b
  +            own
markScreenSeen | url
  .            another kind
  .            all
requestFriend | requesterId
  x            another kind
  xxxxxxxxxxx+ O
  xx+xxxxxxxxx F
  xxxxxxx+xxxx M
  x            Y
  x            D
  xxxxxx+xxxxx I
  xxxxxxxxx+xx L
  xxxxxxxxxx+x R
  +            oneself
requestFriend | uniqueCode
  +f+s         O
  +s+f         F
  ++s+         M
  +            Y
  +            I
  +++f         L
  +++f         R
  s            oneself
acceptFriend rejectFriend | friendshipId
  --f--------f friendship of O and F
  -x---------+ P's friend request
cancelRequest | friendshipId
  --f--------f friendship of O and F
  -+---------x P's friend request
unfriend | friendshipId
  --+--------+ friendship of O and F
  -c---------c P's friend request
updateProfile | userId
  --x--x-xxxx+ O
  --+--------x F
  -------+x--x M
  -----------x D
  ------+----- I
  ---------+-x L
  ----------+x R
  +            oneself
updateProfile updateChat | avatarId
  m            another kind
  v            not friendship of O and F
  v            not the nil id
  i+ii         F's, private
  iii+         O's, unused
  +            own file
updateSettings | none
  +            another kind
  +            all
setBlock | userId
  ++++.++++++s O
  ++s+++++++++ F
  +++++++s++++ M
  -----------+ D
  ++++++s+++++ I
  +++++++++s++ L
  ++++++++++s+ R
  s            oneself
muteAuthor | userId
  +++--++++++s O
  ++s+++++++++ F
  +++++++s++++ M
  -----------+ D
  ++++++s+++++ I
  +++++++++s++ L
  ++++++++++s+ R
  s            oneself
reportThing | id
  .            another kind
  v            not friendship of O and F
  v            not the nil id
  t            all
reportThing | snapshot.authorId
  .            another kind
  .            all
reportThing | person
  .            another kind
  .            all
  ...i         O
  .i..         F
  ..i.         M
  i            oneself
reportThing | chat
  .            another kind
  i            not O
  .            all
reportThing | message
  .            another kind
  i            not O
  .            all
reportThing | post
  .            another kind
  i            not O
  .            all
reportThing | comment
  .            another kind
  i            not O
  .            all
reportThing | stranger
  .            another kind
  i            not O
  .            all
`;
