/** Everyday English: words for the same thing, or for things that belong together, one group a line. */
export const EVERYDAY_WORDS = `
child children kid son daughter baby toddler boy girl offspring
parent parents mother father mum mom dad mama papa
grandmother grandfather grandma grandpa granny grandparents
brother sister sibling siblings twin
wife husband spouse partner married marriage wedding fiance
family relatives household relative kin
aunt uncle cousin nephew niece
friend friends mate buddy pal
neighbour neighbor neighbours next-door
person people human individual somebody folks persons
man men male guy gentleman
woman women female lady
guest guests visitor visitors attendee attendees invitee
name named called surname nickname title
birthday born birth anniversary age old
wedding ceremony reception
party celebration celebrate feast event festivity gathering
gift present presents
food eat ate eaten meal dish diet recipe cook cooking menu cuisine
food meat fish bread cheese fruit vegetables rice pasta nuts peanut peanuts egg eggs milk seafood shellfish pork beef chicken gluten
breakfast lunch dinner supper brunch meal
vegetarian vegan meat-free plant-based meat
drink drinks drank beverage water juice tea coffee beer wine
coffee espresso cappuccino latte
restaurant cafe canteen bistro diner catering caterer
allergy allergic intolerance intolerant allergies
kitchen stove oven fridge refrigerator freezer
bike bicycle bicycles cycle cycling
car automobile vehicle auto van truck lorry motorbike scooter suv
drive drove driven driver driving ride
vehicle car van truck bus motorcycle lorry
bus coach tram metro subway underground
train railway rail station platform
plane flight fly flew airplane aircraft airport airline
airport terminal gate boarding departure
seat aisle window row
trip travel journey voyage tour holiday vacation travelling travel
vacation holiday leave off absence away pto
hotel accommodation lodging hostel motel room stay booking
room chamber office hall cellar basement
house home flat apartment residence dwelling condo
building house tower block premises site
cellar basement attic loft
door entrance gate entry doorway access
key keys code pin badge card fob lock unlock
enter entry access get-in admission
lock locked locker padlock
floor storey story level
stairs staircase lift elevator
parking park parked garage lot carpark
garden yard lawn backyard
furniture chair desk table sofa couch shelf cupboard drawer cabinet
bed mattress sleep slept bedroom
shower bathroom toilet restroom bath
phone telephone mobile cell cellphone call number extension
contact reach reachable phone email call
address street road postcode zip location avenue
mail email e-mail message letter inbox post
letter envelope stamp post mail
parcel package packet shipment delivery box
deliver delivery delivered ship shipped shipping shipment courier carrier dispatch
track tracking trace follow
shop store retailer supermarket mall outlet boutique
buy bought purchase purchased order ordered acquire
sell sold sale sales selling
cheap inexpensive affordable bargain discount
expensive costly dear pricey
money cash funds euro euros dollar dollars pounds price amount
price cost costs fee charge rate fare tariff
pay paid payment payments payable settle
rent lease rental tenant landlord
salary wage wages pay earnings income compensation
bank account iban
insurance insured policy cover coverage
tax taxes vat duty
refund reimbursement reimburse repay moneyback
return returned send-back returns
exchange swap replace replacement
broken damaged defective faulty cracked
repair fix mend fixed repaired
clean cleaning wash washed laundry tidy
dirty stain stained mess
doctor physician gp medic surgeon nurse dentist clinic hospital
hospital clinic surgery operation ward
illness sick ill disease unwell fever flu cold infection
medicine medication drug pill pills tablet tablets prescription dose
pain ache hurt hurts sore headache migraine
health healthy fitness wellbeing
sport sports exercise training gym workout football tennis swimming running
game games match play playing
music song songs album band concert playlist
instrument piano guitar violin drums flute
film movie cinema films
book books novel read author
newspaper magazine journal press
picture photo photograph image photos pictures camera
paint painting painted colour
colour color red green blue yellow black white orange purple pink brown grey gray turquoise teal beige
red crimson scarlet
size big large huge dimensions small tall wide
small little tiny compact
fast quick rapid speedy swift
slow sluggish lag lagging slowness slower
heavy weight weigh weighs kilos kg
long length duration
short brief concise
hot warm heat heating
cold cool chilly freezing
weather rain snow wind storm sunny forecast
morning dawn breakfast am
evening night tonight pm
midnight noon midday
day date daily days
week weekly weekend
weekday monday tuesday wednesday thursday friday saturday sunday
month monthly january february march april may june july august september october november december
year annual yearly annually
today tonight now
begin start starts began beginning commence kick-off
end finish finished ends ended conclude closing over
early before earlier
late delay delayed later overdue
dog dogs puppy pet
cat cats kitten pet
pet pets animal animals dog cat
horse cow pig sheep chicken
tree plant flower flowers bush
river lake sea ocean beach coast
mountain hill hiking climb
city town village municipality
country nation countries abroad
language speak spoken tongue english french german spanish italian portuguese dutch polish russian chinese japanese korean arabic
nationality citizen citizenship passport visa
school pupil teacher class lesson
university college campus student students degree
teach taught teacher instructor trainer tutor
learn study studied studying learning
course class lesson training workshop seminar
exam examination test quiz
clothes clothing shirt trousers dress jacket coat shoes sweater
bag backpack rucksack suitcase luggage baggage
glasses spectacles
watch clock
jewel ring necklace
wear wore dressed outfit
hair haircut barber hairdresser
left-handed left right
hobby pastime interests leisure
habit routine usually
like likes love enjoy prefer favourite favorite fond
dislike hate dislikes avoid
prefer preference preferred rather favourite favorite choice
afraid fear scared phobia
happy glad pleased satisfied
angry upset annoyed furious
tired exhausted sleepy
quiet silent silence calm
loud noise noisy
hide hidden conceal
find found locate discover discovered spot
lose lost missing misplaced
look search seek
see saw seen view watch
hear heard listen
say said says tell told mention mentioned state
speak spoke talk talked talking conversation chat
ask asked question inquire request
answer reply respond response replied
give gave given hand provide
get got obtain receive received
receive recipient get obtain
send sent mail forward submit
bring brought take carry
take took taken
put place placed lay
leave left depart departs departure exit
arrive arrival arrives come land landing
go went walk travel
move moved relocate shift relocation
stay remain remained
wait waiting waited
open opened opening unlocked
close closed shut closing
fill full filled
empty vacant blank nothing
cut slice trim
throw threw thrown toss
hold held keep
keep kept retain preserve store
hang hangs hung
sit sits seated
stand stood
sleep asleep slept
wake woke alarm
think thought believe opinion
know knew known aware
forget forgot forgotten remember
remember recall memory remind reminder
understand understood comprehend
decide decision decided choose chose chosen pick picked select selected
choose choice option pick select
want wants wish desire would-like
hope expect expected
plan planned planning intend intention
promise promised commit pledge
help assist support assistance aid
allow allowed permit permitted permission let may
forbid forbidden prohibit prohibited ban banned disallow never not-allowed
must required mandatory obligatory have-to need
avoid avoided refrain never skip
never not forbidden prohibited
unable cannot impossible can't
difficult hard tough tricky
easy simple straightforward
important crucial essential vital critical
dangerous danger risk hazardous unsafe
safe safety secure
emergency urgent sos fire
fire smoke flame extinguisher alarm
water leak flood pipe plumber
electricity power electric electrician outlet socket
light lamp bulb lighting
heat heating radiator boiler furnace
tool hammer drill screwdriver
wood wooden timber
metal steel iron aluminium
glass window pane
paper sheet page
pen pencil ink
wallet purse
ticket tickets pass
reservation reserve reserved booking booked book
cancel cancelled canceled cancellation call-off
postpone postponed delay reschedule rescheduled moved adjourn
invite invitation invited
seat seats places capacity attend
attend participate participant participants join joined attendees
crowd audience attendance
half fifty
double twice
first initial original
last final latest newest
next following upcoming
other another different
same identical equal
every each all
extra spare additional more
enough sufficient
left remaining remain rest over
missing absent lacking gone
available stock free obtainable in-stock
behind back rear
above over upper
below under beneath
near close nearby next beside
far distant away distance
inside within interior indoor
outside outdoor exterior
north south east west
`;
