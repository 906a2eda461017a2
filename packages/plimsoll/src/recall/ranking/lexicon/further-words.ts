/** Still more of general English: words for the same thing, or for things that belong together, one group a line. */
export const FURTHER_WORDS = `
guard security
key spare duplicate
password secret
hidden secret
privacy confidential
permission permitted allowed may
permitted allowed authorised entitled may
entitled right eligible
eligible qualify
banned forbidden
illegal unlawful
fine penalty
penalty punishment fee
apology sorry apologise
thank thanks grateful
congratulate congratulations
greeting hello dear
farewell goodbye leaving
invite invitation
guest visitor
host hosts
anonymous guest unnamed visitor
visitor visitors guest guests user
crowd people
audience viewers
fan supporter
enemy rival competitor
competitor rival competition
opponent adversary
ally partner
trust reliable
honest truth
lie false
joke funny humour
sad unhappy
worried anxious concern
calm relaxed
brave courage
shy quiet
clever smart intelligent
stupid silly
lazy idle
busy occupied
free available vacant
full crowded booked
empty vacant
rich wealthy
poor needy
young youth
old aged elderly
new fresh recent latest newest
newest latest current recent
ancient antique
modern contemporary
outdated stale old yesterday obsolete previous
clean tidy
dry wet
soft gentle
hard solid
sharp blunt
round circle
square rectangle
flat level
straight direct
crooked bent
narrow tight
wide broad
deep depth
shallow
high tall height
low short
thick thin
heavy light
strong powerful
weak feeble
bright dark
loud quiet
quick quicker fast faster speed
slow slower
early late
often frequently regularly
rarely seldom
always every
sometimes occasionally now-and-then
again once-more
soon shortly days
already
still yet
twice double two
double twice duplicate two
half halves
quarter fourth three-months
dozen twelve
couple pair two
several many some
divide divided split separate parts
separate split apart
parts pieces sections tabs
join unite
mix blend
add include
exclude omit leave-out
remove rid eliminate
rid remove removed eliminated
reduce cut decrease
cut reduced shorten
enlarge expand
measure measurement
weigh weight
count number
calculate compute
guess estimate
check verify inspect
authenticity genuine signature verify
genuine authentic real
fake false
copy duplicate
original genuine
sample samples specimen specimens
specimen sample probe
experiment trial test
laboratory lab
science research
research study investigation
investigate investigation examine look-into
discover find
invent invention
design draw
drawing sketch
build construct construction
destroy demolish
damage harm
protect guard
save rescue
attack assault
defend defence
fight struggle
argue argument dispute quarrel
discuss debate
explain clarify
describe description
define definition
mean meaning
translate interpret
spell spelling
pronounce pronunciation
accent dialect
word term phrase
sentence phrase
paragraph section
chapter section
page sheet
title heading
list items
table chart
figure number
symbol sign mark icon
mark sign tag
label tag
signal sign
format layout notation written
calendar date dates diary
diary journal
period time span duration years months
duration length period time
keep retain retention store kept
kept retained stored
trail log records
behind reason cause
behind because reason
happen occur
occur happen
trigger cause
fires fire triggers run
avoid prevent
prevent stop avoid
stuck stalls stalled hangs
stall stalls stuck hang
pull tow drag
push press
lift raise
lower drop
turn rotate
throw toss
catch grab
hold grip
carry transport
bring fetch
hand give submit
hand-in submit deliver file
submit send hand-in
collect pick-up gather
gather collect
choose select
prefer favour
refuse decline
reject refused failed
accept take
offer propose
suggest recommend propose recommendation
advise advice
warn caution
threaten threat
promise guarantee
hope wish
fear worry
believe think
doubt uncertain
certain sure
possible maybe
impossible cannot
necessary needed
useful helpful
useless pointless
simple easy
complex complicated
normal usual
strange odd weird
special particular
general common
rare unusual
public open
private personal
local nearby
foreign abroad
national country
international global worldwide
fit fits capacity hold seats
capacity fit fits room seats people
`;
