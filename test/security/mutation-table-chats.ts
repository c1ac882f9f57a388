/**
 * The same of chats, posts and comments.
 */
export const CHATS_TABLE = `
createPost | id
  +            another kind
  v            not friendship of O and F
  v            not the nil id
  ttttttttttt. public post
  ttttttttttt. private post
  ttttttttttt. anonymous post
  ttttttttttt. binned post
  ttttttttttt. purged post
  .            own post
createPost updatePost | images
  m            another kind
  v            not friendship of O and F
  v            not the nil id
  i+ii         F's, private
  iii+         O's, unused
  +            own file
createPost | images, anonymous
  m            another kind
  v            not friendship of O and F
  v            not the nil id
  i            F's, private
  iii+         O's, unused
  +            own file
createPost updatePost | video
  m            another kind
  v            not friendship of O and F
  v            not the nil id
  i            all
updatePost | expectedMedia
  +            another kind
  +            all
updatePost | id
  xxx--xxxxxx+ public post
  -----------+ private post
  xxxxxxxxxxx+ anonymous post
  +            own post
deletePost | id
  xxx--xxxxxx+ public post
  -----------+ private post
  xxxxxxxxxxx+ anonymous post
  -----------. binned post
  -----------. purged post
  +            own post
restorePost | id
  xxx--xxxxxx. public post
  -----------. private post
  xxxxxxxxxxx. anonymous post
  -----------+ binned post
  .            own post
setLike createComment | postId
  +++--+++++++ public post
  -----------+ private post
  +            anonymous post
  +            own post
hidePost | postId
  +++--+++++++ public post
  -----------+ private post
  +            anonymous post
  -----------+ binned post
  +            own post
createComment | id
  +            another kind
  v            not friendship of O and F
  v            not the nil id
  t            all
  .            own comment
createComment | parentId
  i            another kind
  i            all
  +            own comment
updateComment | id
  xxx--xxxxxx+ O's comment
  xx+--xxxxxxx F's comment
  -----------+ private comment
  +            own comment
updateComment deleteComment | id, own post
  +            own comment
updateComment deleteComment | postId, O's
  xxx+         public post
deleteComment | id
  xxx--xxxxxx+ O's comment
  xx+--xxxxxx+ F's comment
  xxx--xxxxxx. deleted comment
  -----------+ private comment
  +            own comment
createChat | id, PUBLIC
  +            another kind
  v            not friendship of O and F
  v            not the nil id
  v            all
  ttttttttttt. O's group
  ttttttttttt. O's public chat
  t            Y's group
  ttttttttttt. a deleted chat
  .            own
createChat | id, PRIVATE
  v            another kind
  -vvv         O's group
  -vvv         O's public chat
  -vvv         Y's group
  -vvv         a deleted chat
  -.vv         O and F
  -vvv         P's request
  -vvv         Y and Z
  -vvv         Ana and Ben
  -vvv         O and B
  -vvv         O and b
  -vvv         own
  -vvv         own and Y
createChat | users, PRIVATE
  -..v         O
  -v-.         F
  --v.         M
  ---.         L
  ---.         R
  v            oneself
createChat | users, PUBLIC
  -*++         O
  -+-*         F
  --++         M
  ---+         D
  ---*         L
  ---*         R
  +            oneself
updateChat | chatId
  -------x+--+ O's group
  -----x-----+ O's public chat
  --x--------x O and F
  -x---------x P's request
  ---x-------x O and B
  ----x------x O and b
  +            own
addMember | chatId
  -------x.--. O's group
  -----x-----+ O's public chat
  --x--------x O and F
  -x---------x P's request
  ---x-------x O and B
  ----x------x O and b
  -------.+--+ own
addMember | userId, own chat
  -*+.         O
  -.-*         F
  --.+         M
  ---*         L
  ---*         R
  .            oneself
addMember | userId, O's group
  --x.         O
  --x*         F
  --x.         M
  --x-         Y
  --x-         D
  --x-         I
  --x+         L
  --x+         R
  --x.         oneself
removeMember | chatId
  -------x+--+ O's group
  -----x-----. O's public chat
  --x--------x O and F
  -x---------x P's request
  ---x-------x O and B
  ----x------x O and b
  .......x.... own
removeMember | userId, own chat
  .            another kind
  .            all
  ...x         O
  .x..         F
  ..x.         M
  x            oneself
setMemberRole | chatId
  -------xx--+ O's group
  -----x------ O's public chat
  --x--------x O and F
  -x---------x P's request
  ---x-------x O and B
  ----x------x O and b
  -------x---- own
setMemberRole | userId, own chat
  ---x         O
  -x--         F
  --x-         M
  x            oneself
joinChat | chatId
  ------+..--. O's group
  +++++.+++++. O's public chat
  --.--------. O and F
  -.---------. P's request
  ---.-------. O and B
  ----.------. O and b
  .            own
declineInvitation | chatId
  ------+----- O's group
leaveChat | chatId
  -------++--n O's group
  -----+-----n O's public chat
  --x--------x O and F
  -x---------x P's request
  ---x-------x O and B
  ----x------x O and b
  +            own
leaveChat | successorId
  +            another kind
  +            all
  +++v         O
  +v++         F
  ++v+         M
  v            oneself
setChatPreferences clearChat | chatId
  -------++--+ O's group
  -----+-----+ O's public chat
  --+--------+ O and F
  -+---------+ P's request
  ---+-------+ O and B
  ----+------+ O and b
  +            own
setChatPin | chatId
  -------++--+ O's group
  -----+-----+ O's public chat
  --+--------+ O and F
  -+---------x P's request
  ---+-------+ O and B
  ----+------+ O and b
  +            own
deleteChat | chatId
  -------xx--+ O's group
  -----x-----+ O's public chat
  --x--------x O and F
  -x---------x P's request
  ---x-------x O and B
  ----x------x O and b
  +            own
answerMessageRequest | chatId
  -------xx--x O's group
  -----x-----x O's public chat
  --.--------. O and F
  -x---------+ P's request
  ---.-------. O and B
  ----.------. O and b
  x            own
`;
